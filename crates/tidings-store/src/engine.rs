//! Both database engines behind one small facade: values and rows, threads that own connections, migrations, and simulated
//! crashes.

pub(crate) mod codec;
pub mod db;
pub mod faults;
pub mod migrate;
pub(crate) mod packing;
#[cfg(test)]
mod plans;
#[cfg_attr(not(feature = "postgres"), path = "engine/without_postgres.rs")]
pub(crate) mod postgres;
pub mod row;
pub(crate) mod sqlite;
pub(crate) mod threads;
pub(crate) mod work;

pub(crate) use tidings_model::dates;
