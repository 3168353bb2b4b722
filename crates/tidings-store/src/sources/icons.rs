//! Icons of sources: small pictures, each stored once even if several sources use it.

use crate::{
    engine::db::Connection,
    error::{Error, Result},
    sources::Sources,
    values,
};
use jiff::Timestamp;
use tidings_model::{Fingerprint, SourceId, UserId};
use url::Url;

/// A small picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Icon {
    /// The media type, detected from the bytes.
    pub media_type: String,
    /// The picture.
    pub bytes: Vec<u8>,
}

/// A source whose icon should be looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceWithoutIcon {
    /// The source.
    pub source: SourceId,
    /// The address it is fetched from.
    pub url: Url,
    /// The site it belongs to.
    pub site: Option<String>,
    /// The address of its icon, as given by the source.
    pub told: Option<String>,
}

impl Sources<'_> {
    /// Returns the icon of a source, if it has one and the user subscribes to it.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn icon(self, user: UserId, source: SourceId) -> Result<Option<Icon>> {
        self.0
            .read(move |c| {
                let sql = "select c.media_type, c.bytes from subscriptions u \
                 join source_icons i on i.source_id = u.source_id join icons c on c.id = i.icon_id \
                 where u.user_id = $1 and u.source_id = $2";
                let row = c.query_first(sql, values![user, source])?;
                row.map(|mut row| {
                    Ok(Icon { media_type: row.get("media_type")?, bytes: row.get("bytes")? })
                })
                .transpose()
            })
            .await
    }

    /// Returns those of a user's sources that have an icon, with the id of the icon.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn icon_numbers(self, user: UserId) -> Result<Vec<(SourceId, i64)>> {
        self.0
            .read(move |c| {
                let sql = "select u.source_id, i.icon_id from subscriptions u \
                 join source_icons i on i.source_id = u.source_id \
                 where u.user_id = $1 and i.icon_id is not null order by u.source_id";
                let rows = c.query(sql, values![user])?;
                rows.into_iter()
                    .map(|mut row| Ok((row.get("source_id")?, row.get("icon_id")?)))
                    .collect()
            })
            .await
    }

    /// Returns sources with subscribers whose icon has never been looked for, or not since the given time.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn iconless(self, before: Timestamp, limit: usize) -> Result<Vec<SourceWithoutIcon>> {
        self.0
            .read(move |c| {
                let sql = "select s.id, s.url, s.site, i.told from sources s \
                 left join source_icons i on i.source_id = s.id \
                 where s.state = 'active' and s.last_success is not null \
                 and (i.looked_at is null or i.looked_at < $1) order by s.id limit $2";
                let read = |mut row: crate::engine::db::Row| {
                    let (source, url) = (row.get("id")?, row.get("url")?);
                    Ok(SourceWithoutIcon {
                        source,
                        url,
                        site: row.get("site")?,
                        told: row.get("told")?,
                    })
                };
                c.query(sql, values![before, limit])?.into_iter().map(read).collect()
            })
            .await
    }

    /// Stores the icon of a source, or that none was found, in which case an existing icon is kept.
    ///
    /// # Errors
    /// Fails when the source is gone, or the store cannot be written.
    pub async fn keep_icon(
        self,
        source: SourceId,
        icon: Option<Icon>,
        now: Timestamp,
    ) -> Result<()> {
        self.0.write(move |c| {
            crate::sources::lock(c, source)?;
            if c.query_first("select 1 from sources where id = $1", values![source])?.is_none() {
                return Err(Error::NotFound("source"));
            }
            let id = icon.as_ref().map(|icon| icon_id(c, icon)).transpose()?;
            let sql = "insert into source_icons(source_id, icon_id, looked_at) values ($1, $2, $3) \
                 on conflict(source_id) do update set icon_id = coalesce(excluded.icon_id, source_icons.icon_id), \
                 looked_at = excluded.looked_at";
            c.execute(sql, values![source, id, now])?;
            let sql = "delete from icons where not exists (select 1 from source_icons i where i.icon_id = icons.id)";
            c.execute(sql, &[]).map(drop)
        })
        .await
    }
}

/// Returns the id of an icon, which may already be stored for another source.
fn icon_id(c: &mut dyn Connection, icon: &Icon) -> Result<i64> {
    let fingerprint = Fingerprint::of_bytes(&icon.bytes);
    let sql = "insert into icons(fingerprint, media_type, bytes) values ($1, $2, $3) \
               on conflict(fingerprint) do update set media_type = excluded.media_type returning id";
    let row = c.query_first(sql, values![fingerprint, &icon.media_type, icon.bytes.clone()])?;
    row.ok_or(Error::NotFound("icon"))?.only()
}

/// Stores the icon's address as given by a source; a new address is tried soon.
pub(crate) fn told(c: &mut dyn Connection, source: SourceId, icon: &Url) -> Result<()> {
    let sql = "insert into source_icons(source_id, told) values ($1, $2) on conflict(source_id) do update set \
               told = excluded.told, looked_at = null where source_icons.told is null or source_icons.told <> excluded.told";
    c.execute(sql, values![source, icon.as_str()]).map(drop)
}
