//! What a reader's rules say of an article.
