//! The bundled specs as text: every `specs/<family>/<name>.rules` of the repository.
//!
//! ```
//! for spec in rulebook_specs::all() {
//!     assert_eq!(rulebook_specs::find(spec.name), Some(spec));
//!     assert!(spec.text.starts_with("rulebook "));
//! }
//! ```
//!
//! *Invariant:* nothing is parsed here, and no file is read when the program runs.

/// A bundled spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The name of its game or family, which is that of its file.
    pub name: &'static str,
    /// Its place below `specs/`, with `/` between folders.
    pub path: &'static str,
    /// The whole text.
    pub text: &'static str,
}

impl Spec {
    /// The folder in which it stands: its family.
    pub fn family(&self) -> &'static str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The name under which diagnostics show it.
    pub fn display_name(&self) -> String {
        format!("specs/{}", self.path)
    }
}

/// All bundled specs by path, games and families.
pub fn all() -> &'static [Spec] {
    const ALL: &[Spec] = include!(concat!(env!("OUT_DIR"), "/list.rs"));
    ALL
}

/// The bundled spec of that name.
pub fn find(name: &str) -> Option<&'static Spec> {
    all().iter().find(|spec| spec.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        assert!(!all().is_empty());
        for spec in all() {
            assert_eq!(all().iter().filter(|s| s.name == spec.name).count(), 1, "{}", spec.name);
            assert_eq!(find(spec.name), Some(spec));
            assert!(spec.display_name().starts_with("specs/"));
        }
        assert_eq!(find("no-such-game"), None);
    }
}
