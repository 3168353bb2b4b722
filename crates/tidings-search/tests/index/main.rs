//! The index as its users meet it: what is found, by whom, in which order, and after which misfortunes.

mod finding;
mod safety;
mod shelf;
