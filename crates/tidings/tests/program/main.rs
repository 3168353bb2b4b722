//! The built program and the whole daemon, tried from outside: a journey, sudden death, simulated weeks.

mod crash;
mod journey;
mod loopback;
mod simulated;
