//! What the reasons on Today may mention: topics in which a person recognizes the article, and folders.

use super::{TodayService, readers::Reader};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tidings_learn::habits::{Habit, habits};
use tidings_model::{ArticleId, FolderId, SourceId, UserId, taste::TopicId};
use tidings_rank::{
    candidates::SubjectLiking,
    page::{CardNames, FolderLiking, RankCandidate},
};
use tidings_store::{ArticleWords, Error};
use tidings_text::{names::mentions, tokens::Tokens};

impl TodayService {
    /// Returns what the reasons on these articles may mention.
    pub(super) async fn card_names(
        &self,
        user: UserId,
        reader: &Reader,
        placed: Vec<&RankCandidate>,
    ) -> Result<CardNames, Error> {
        let (sources, folders) = self.places(user, reader).await?;
        Ok(CardNames { topics: self.recognized(placed).await?, sources, folders })
    }

    /// Returns the topics by whose name a person recognizes an article: its words are in the title.
    async fn recognized(
        &self,
        placed: Vec<&RankCandidate>,
    ) -> Result<BTreeSet<(ArticleId, TopicId)>, Error> {
        let names = self.topic_names();
        let ids = placed.iter().map(|candidate| candidate.article).collect();
        let words = self.context.store.learning().words_of(ids).await?;
        let title = |one: &ArticleWords| {
            Tokens::spoken(&one.title, "", self.languages.tokens(one).language)
        };
        let words = words.iter().map(|one| (one.article, title(one)));
        let words: HashMap<ArticleId, _> = words.collect();
        let is_recognized = |article: ArticleId, topic: TopicId| {
            let (words, name) = (words.get(&article), names.get(&topic));
            words.zip(name).is_some_and(|(words, name)| mentions(words, name))
        };
        let all = placed.iter().flat_map(|candidate| {
            let topics = candidate.parts.iter().filter_map(|part| part.subject.topic());
            topics.map(|topic| (candidate.article, topic))
        });
        Ok(all.filter(|(article, topic)| is_recognized(*article, *topic)).collect())
    }

    /// Returns how much the reader opens of each of their sources, and of its folder.
    async fn places(
        &self,
        user: UserId,
        reader: &Reader,
    ) -> Result<(BTreeMap<SourceId, SubjectLiking>, BTreeMap<SourceId, FolderLiking>), Error> {
        let subscribed = self.context.store.subscriptions().list(user).await?;
        let filed =
            subscribed.iter().filter_map(|one| Some((one.source.id, one.subscription.folder?)));
        let filed: BTreeMap<SourceId, FolderId> = filed.collect();
        let sources = habits(&reader.events, Some);
        let folders = habits(&reader.events, |source| filed.get(&source).copied());
        let folder = |(source, folder): (&SourceId, &FolderId)| {
            let liking = share(folders.get(folder)?);
            Some((*source, FolderLiking { folder: *folder, liking }))
        };
        let sources = sources.iter().map(|(source, habit)| (*source, share(habit))).collect();
        Ok((sources, filed.iter().filter_map(folder).collect()))
    }
}

fn share(habit: &Habit) -> SubjectLiking {
    SubjectLiking { now: habit.now, start: habit.start }
}
