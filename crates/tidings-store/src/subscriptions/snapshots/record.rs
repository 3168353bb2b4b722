//! The JSON format of snapshots.

use super::{Before, Held, RemovedFolder, Row};
use crate::{
    engine::codec::{from_json, to_json},
    error::{Error, Result},
    subscriptions::wishes::OptionsColumn,
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tidings_model::{ArticleId, FolderId, SourceId, TagId};

/// Times are in milliseconds; absent fields were not changed.
#[derive(Serialize, Deserialize)]
struct HeldRecord {
    at: i64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    subscriptions: Vec<SubscriptionRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unread: Vec<(i64, Vec<i64>)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    readings: Vec<ReadingRecord>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tagged: Vec<(i64, i64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    untagged: Vec<(i64, i64, i64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    joined: Vec<i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    folders: Vec<FolderRecord>,
}

#[derive(Serialize, Deserialize)]
struct FolderRecord {
    id: Option<i64>,
    parent: Option<i64>,
    name: String,
    position: i64,
    sources: Vec<i64>,
    #[serde(default)]
    folders: Vec<(i64, String)>,
}

#[derive(Serialize, Deserialize)]
struct SubscriptionRecord {
    source: i64,
    folder: Option<i64>,
    title: Option<String>,
    created_at: i64,
    paused_at: Option<i64>,
    #[serde(default)]
    options: OptionsColumn,
}

/// `was` holds read, starred, later, opened, spent and rating.
#[derive(Serialize, Deserialize)]
struct ReadingRecord {
    article: i64,
    was: Option<[Option<i64>; 6]>,
}

impl Held {
    /// Encodes the snapshot for storage.
    pub(crate) fn record(&self) -> Result<Vec<u8>> {
        let ids = |ids: &[ArticleId]| ids.iter().map(|id| id.0).collect();
        let record = HeldRecord {
            at: self.at.as_millisecond(),
            subscriptions: self.subscriptions.iter().map(subscription_record).collect(),
            unread: self.unread.iter().map(|(source, all)| (source.0, ids(all))).collect(),
            readings: self
                .readings
                .iter()
                .map(|before| ReadingRecord { article: before.article.0, was: before.was })
                .collect(),
            tagged: self.tagged.iter().map(|(tag, article)| (tag.0, article.0)).collect(),
            untagged: self
                .untagged
                .iter()
                .map(|(tag, article, at)| (tag.0, article.0, at.as_millisecond()))
                .collect(),
            joined: self.joined.iter().map(|id| id.0).collect(),
            folders: self.folders.iter().map(folder_record).collect(),
        };
        to_json(&record).map(String::into_bytes)
    }

    /// Decodes what [`Held::record`] wrote.
    pub(crate) fn of_record(record: &[u8]) -> Result<Self> {
        let record: HeldRecord = from_json(&String::from_utf8_lossy(record))?;
        let articles = |ids: Vec<i64>| ids.into_iter().map(ArticleId).collect();
        let sources = |ids: Vec<i64>| ids.into_iter().map(SourceId).collect();
        Ok(Self {
            at: instant(record.at)?,
            subscriptions: record
                .subscriptions
                .into_iter()
                .map(subscription)
                .collect::<Result<_>>()?,
            unread: record
                .unread
                .into_iter()
                .map(|(source, all)| (SourceId(source), articles(all)))
                .collect(),
            readings: record
                .readings
                .into_iter()
                .map(|one| Before { article: ArticleId(one.article), was: one.was })
                .collect(),
            tagged: record
                .tagged
                .into_iter()
                .map(|(tag, article)| (TagId(tag), ArticleId(article)))
                .collect(),
            untagged: record
                .untagged
                .into_iter()
                .map(|(tag, article, at)| Ok((TagId(tag), ArticleId(article), instant(at)?)))
                .collect::<Result<_>>()?,
            joined: sources(record.joined),
            folders: record.folders.into_iter().map(folder).collect(),
        })
    }
}

fn instant(milliseconds: i64) -> Result<Timestamp> {
    Timestamp::from_millisecond(milliseconds)
        .map_err(|_| Error::Unreadable(format!("{milliseconds} is not a valid time")))
}

fn subscription_record(row: &Row) -> SubscriptionRecord {
    SubscriptionRecord {
        source: row.source.0,
        folder: row.folder.map(|id| id.0),
        title: row.title.clone(),
        created_at: row.created_at.as_millisecond(),
        paused_at: row.paused_at.map(Timestamp::as_millisecond),
        options: row.options.clone().into(),
    }
}

fn subscription(record: SubscriptionRecord) -> Result<Row> {
    Ok(Row {
        source: SourceId(record.source),
        folder: record.folder.map(FolderId),
        title: record.title,
        created_at: instant(record.created_at)?,
        paused_at: record.paused_at.map(instant).transpose()?,
        options: record.options.into(),
    })
}

fn folder_record(folder: &RemovedFolder) -> FolderRecord {
    FolderRecord {
        id: folder.id.map(|id| id.0),
        parent: folder.parent.map(|id| id.0),
        name: folder.name.clone(),
        position: folder.position,
        sources: folder.sources.iter().map(|id| id.0).collect(),
        folders: folder.folders.iter().map(|(id, name)| (id.0, name.clone())).collect(),
    }
}

fn folder(record: FolderRecord) -> RemovedFolder {
    RemovedFolder {
        id: record.id.map(FolderId),
        parent: record.parent.map(FolderId),
        name: record.name,
        position: record.position,
        sources: record.sources.into_iter().map(SourceId).collect(),
        folders: record.folders.into_iter().map(|(id, name)| (FolderId(id), name)).collect(),
    }
}
