//! The files of a table: opening, saving, and saving what would be lost.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rulebook_api::Game;
use rulebook_play::Session;

use crate::{
    args::Choices,
    failure::Failure,
    play::{
        saved::Saved,
        table::{Shared, Table},
        tell,
    },
    refusal,
};

/// Whatever goes wrong, what was played is kept.
impl Drop for Table {
    fn drop(&mut self) {
        // There is nobody left to be told.
        _ = self.rescue();
    }
}

impl Table {
    /// Goes on with a saved game. Readings and parameters are those with which it was played, unless others are given.
    pub(in crate::play) fn from_file(name: &str, choices: &Choices, file: &Path) -> Result<Self, Failure> {
        let saved = Saved::open(file)?;
        let given = !choices.options.is_empty() || !choices.params.is_empty();
        let choices = if given { choices.clone() } else { saved.choices(choices.engine) };
        let mut table = Self::begin(name, &choices, saved.start.as_deref())?;
        if table.running.rules().name != saved.game {
            let message = format!(
                "`{}` is a game of `{}`: open it with `rulebook play {} --load {}`",
                file.display(),
                saved.game,
                saved.game,
                file.display()
            );
            return Err(Failure::usage(message));
        }
        for text in &saved.moves {
            let played = table.session.play_text(text);
            played.map_err(|why| refusal::not_played(table.running.names(), &why))?;
            table.give_up();
        }
        table.file = Some(file.to_owned());
        Ok(table)
    }

    /// Opens another saved game of the same rules, with the same players at the table. What is kept nowhere is saved
    /// before. Says which was opened, and which was saved.
    pub(in crate::play) fn open(&mut self, file: Option<&str>) -> Result<(PathBuf, Option<PathBuf>), Failure> {
        let no_file = || Failure::usage("say which file: `o FILE`");
        let path = file.map(PathBuf::from).or_else(|| self.file.clone()).ok_or_else(no_file)?;
        let saved = Saved::open(&path)?;
        let name = &self.running.rules().name;
        if saved.game != *name {
            let message = format!("`{}` is a game of `{}`, and this table plays `{name}`", path.display(), saved.game);
            return Err(Failure::no("game", message));
        }
        if (&saved.options, &saved.params) != (&self.choices.options, &self.choices.params) {
            let message = format!(
                "`{}` is played under other readings or parameters: open it with `--load` when the program starts",
                path.display()
            );
            return Err(Failure::no("game", message));
        }
        let game: Arc<dyn Game> = Arc::new(Shared(Arc::clone(&self.running)));
        let setup = saved.start.as_deref().map(|text| refusal::read(self.running.names(), text)).transpose()?;
        let mut session = match setup {
            None => Session::new(game),
            Some(setup) => Session::from_setup(game, setup)
                .map_err(|why| refusal::refused(self.running.names(), self.running.rules(), &why))?,
        };
        for text in &saved.moves {
            session.play_text(text).map_err(|why| refusal::not_played(self.running.names(), &why))?;
        }
        let rescued = self.rescue()?;
        self.session = session;
        self.begun.clone_from(&saved.start);
        self.file = Some(path.clone());
        self.kept = self.session.text();
        Ok((path, rescued))
    }

    /// Saves to a file: the one that is said, else the one used last, else a new one.
    pub(in crate::play) fn save(&mut self, file: Option<&str>) -> Result<PathBuf, Failure> {
        let saved = self.saved();
        let path = match (file.map(PathBuf::from), self.file.clone()) {
            (Some(path), Some(known)) if path == known => saved.write(&path, true).map(|()| path)?,
            (Some(path), _) => saved.write(&path, false).map(|()| path)?,
            (None, Some(known)) => saved.write(&known, true).map(|()| known)?,
            (None, None) => saved.write_new()?,
        };
        self.file = Some(path.clone());
        self.kept = self.session.text();
        Ok(path)
    }

    fn saved(&self) -> Saved {
        Saved {
            game: self.running.rules().name.clone(),
            options: self.choices.options.clone(),
            params: self.choices.params.clone(),
            start: self.begun.clone(),
            moves: self.session.actions().map(str::to_owned).collect(),
            result: tell::score(&self.session.status(), self.running.names().players.len()),
        }
    }

    /// Has something been played that is kept nowhere?
    pub(in crate::play) fn is_unsaved(&self) -> bool {
        !self.session.is_empty() && self.session.text() != self.kept
    }

    /// Saves what is kept nowhere, because the program has to end; says where.
    pub(in crate::play) fn rescue(&mut self) -> Result<Option<PathBuf>, Failure> {
        if self.is_unsaved() { self.save(None).map(Some) } else { Ok(None) }
    }
}
