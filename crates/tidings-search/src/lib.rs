//! The full-text index: articles in, the places where words stand out.
