//! Operator services with backups in memory.

use futures_util::{future::BoxFuture, stream};
use std::{
    collections::BTreeMap,
    io,
    sync::{Mutex, atomic::AtomicU64, atomic::Ordering},
    time::Duration,
};
use tidings_model::User;
use tidings_web::{
    Backup, BackupOutcome, Installation, OperatorServices, SettingView, Warning,
    installation::Bytes,
};

#[derive(Debug, Default)]
pub(crate) struct MemoryBackups {
    backups: Mutex<BTreeMap<String, Vec<u8>>>,
    n_made: AtomicU64,
}

impl OperatorServices for MemoryBackups {
    fn installation(&self) -> Installation {
        let setting = |key: &str, value: &str, is_default| SettingView {
            key: key.to_owned(),
            value: value.to_owned(),
            is_default,
        };
        Installation {
            version: "9.9.9".to_owned(),
            engine: "SQLite".to_owned(),
            data: "/srv/tidings".to_owned(),
            free_bytes: Some(42 << 30),
            settings: vec![
                setting("database", "(hidden)", false),
                setting("listen", "127.0.0.1:8080", true),
            ],
            warnings: vec![Warning::PlainAddress { address: "http://news.example/".to_owned() }],
        }
    }

    fn backups(&self) -> BoxFuture<'_, io::Result<Vec<Backup>>> {
        let backups = self.backups.lock().expect("no test panics while it holds the lock");
        let listed = backups.iter().rev().map(|(name, bytes)| Backup {
            name: name.clone(),
            made_at: "2026-11-15T14:00:00Z".parse().expect("a time"),
            bytes: bytes.len() as u64,
        });
        let listed = Ok(listed.collect());
        Box::pin(async { listed })
    }

    fn back_up(&self) -> BoxFuture<'_, BackupOutcome> {
        let n = self.n_made.fetch_add(1, Ordering::Relaxed);
        self.backups
            .lock()
            .expect("no test panics while it holds the lock")
            .insert(format!("tidings-{n}.backup"), vec![b'x'; 300_000]);
        Box::pin(async { BackupOutcome::Done })
    }

    fn open_backup(&self, name: String) -> BoxFuture<'_, io::Result<Option<Bytes>>> {
        let found = self
            .backups
            .lock()
            .expect("no test panics while it holds the lock")
            .get(&name)
            .cloned();
        let pieces = found.map(|bytes| -> Bytes {
            let pieces: Vec<_> = bytes.chunks(64 << 10).map(|piece| Ok(piece.to_vec())).collect();
            Box::pin(stream::iter(pieces))
        });
        Box::pin(async { Ok(pieces) })
    }

    fn export(&self, user: User) -> BoxFuture<'_, io::Result<Option<Bytes>>> {
        if user.name == "hoarder" {
            let endless = stream::unfold((), async |()| {
                tokio::time::sleep(Duration::from_millis(200)).await;
                Some((Ok(vec![0_u8; 1000]), ()))
            });
            return Box::pin(async move { Ok(Some(Box::pin(endless) as Bytes)) });
        }
        let pieces = [Ok(b"PK of ".to_vec()), Ok(user.name.into_bytes())];
        Box::pin(async move { Ok(Some(Box::pin(stream::iter(pieces)) as Bytes)) })
    }

    fn remove_backup(&self, name: String) -> BoxFuture<'_, io::Result<bool>> {
        let was_there = self
            .backups
            .lock()
            .expect("no test panics while it holds the lock")
            .remove(&name)
            .is_some();
        Box::pin(async move { Ok(was_there) })
    }
}
