//! Texts and sources: hangs sentences and documents on clauses, reasons, kinds and players.

use rulebook_diagnostics::{Code, Diagnostic, Span, nearest};
use rulebook_ir::{Clause, ClauseId, Rules, Source, Texts};
use rulebook_syntax::ast::{Name, TextLine};

use crate::inherit::Merged;
use crate::settings::list;

/// Languages in which everything is said.
const LANGUAGES: [&str; 2] = ["en", "es"];

/// Adds the texts of a game and of all that it extends; the nearest one wins.
pub(crate) fn attach(rules: &mut Rules, merged: &Merged, diagnostics: &mut Vec<Diagnostic>) {
    let mut documents: Vec<(String, String)> = Vec::new();
    for line in merged.texts.iter().flat_map(|t| &t.lines) {
        if let TextLine::Document { name, text, .. } = line {
            documents.retain(|d| d.0 != name.text);
            documents.push((name.text.clone(), text.clone()));
        }
    }
    for unit in &merged.texts {
        let inherited = unit.name.text != merged.name.text;
        for line in &unit.lines {
            let TextLine::Claim { path, sources, formerly, texts, span } = line else { continue };
            let sources = resolve(sources, &documents, diagnostics);
            let texts = Texts(texts.iter().map(|(l, t)| (l.text.clone(), t.clone())).collect());
            let found = claim(rules, path, *span, &sources, formerly.as_ref(), &texts, inherited);
            if !found && !inherited {
                unknown(rules, path, diagnostics);
            }
        }
    }
    rules.documents = documents.into_iter().map(|d| d.1).collect();
    warn_of_gaps(rules, merged, diagnostics);
}

fn resolve(
    sources: &[(Name, Vec<rulebook_syntax::ast::Int>)],
    documents: &[(String, String)],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Source> {
    let mut resolved = Vec::new();
    for (name, paragraphs) in sources {
        if let Some((_, file)) = documents.iter().find(|d| d.0 == name.text) {
            resolved.push(Source { document: file.clone(), paragraphs: paragraphs.iter().map(|p| p.value).collect() });
        } else {
            let wrong = Diagnostic::error(Code("R0604"), name.span, format!("there is no document `{}`", name.text));
            let names: Vec<&str> = documents.iter().map(|d| d.0.as_str()).collect();
            diagnostics.push(match nearest(&name.text, names.iter().copied()) {
                Some(near) => wrong.help(format!("did you mean `{near}`?")),
                None => wrong.help(format!("declare it in this block: `document {} \"…\"`", name.text)),
            });
        }
    }
    resolved
}

fn claim(
    rules: &mut Rules,
    path: &Name,
    span: Span,
    sources: &[Source],
    formerly: Option<&Name>,
    texts: &Texts,
    inherited: bool,
) -> bool {
    let mut found = false;
    if path.text == "title" {
        // A family's title is not that of its variants.
        if !inherited {
            merge(&mut rules.title, texts);
        }
        return true;
    }
    if let Some(player) = rules.players.iter_mut().find(|p| p.name == path.text) {
        merge(&mut player.title, texts);
        found = true;
    }
    if let Some(kind) = rules.kinds.iter_mut().find(|k| k.name == path.text) {
        merge(&mut kind.title, texts);
        found = true;
    }
    if let Some(reason) = rules.reasons.iter_mut().find(|r| r.0 == path.text) {
        merge(&mut reason.1, texts);
        found = true;
    }
    let game = rules.name.clone();
    let id = format!("{game}.{}", path.text);
    if let Some(clause) = rules.clauses.iter_mut().find(|c| c.id == id) {
        merge(&mut clause.texts, texts);
        if !sources.is_empty() {
            clause.sources = sources.to_vec();
        }
        if let Some(old) = formerly {
            clause.formerly = Some(format!("{game}.{}", old.text));
        }
        return true;
    }
    if found {
        return true;
    }
    // A claim of its own about a clause: the longest path before it that is one.
    let mut about = path.text.as_str();
    while let Some((shorter, _)) = about.rsplit_once('.') {
        about = shorter;
        let whole = format!("{game}.{about}");
        if let Some(index) = rules.clauses.iter().position(|c| c.id == whole && c.about.is_none()) {
            let assumed = rules.clauses[index].assumed;
            rules.clauses.push(Clause {
                id,
                span,
                assumed,
                sources: sources.to_vec(),
                texts: texts.clone(),
                formerly: formerly.map(|f| format!("{game}.{}", f.text)),
                about: Some(ClauseId(index as u16)),
            });
            return true;
        }
    }
    false
}

fn merge(have: &mut Texts, add: &Texts) {
    for (language, text) in &add.0 {
        match have.0.iter_mut().find(|(l, _)| l == language) {
            Some(known) => known.1.clone_from(text),
            None => have.0.push((language.clone(), text.clone())),
        }
    }
}

fn unknown(rules: &Rules, path: &Name, diagnostics: &mut Vec<Diagnostic>) {
    let prefix = format!("{}.", rules.name);
    let mut paths: Vec<String> =
        rules.clauses.iter().filter_map(|c| c.id.strip_prefix(&prefix).map(str::to_owned)).collect();
    paths.extend(rules.reasons.iter().map(|r| r.0.clone()));
    paths.extend(rules.kinds.iter().map(|k| k.name.clone()));
    paths.extend(rules.players.iter().map(|p| p.name.clone()));
    let wrong = Diagnostic::error(
        Code("R0601"),
        path.span,
        format!("`{}` is no clause, reason, kind or player of `{}`", path.text, rules.name),
    );
    diagnostics.push(match nearest(&path.text, paths.iter().map(String::as_str)) {
        Some(near) => wrong.help(format!("did you mean `{near}`?")).fix(path.span, near),
        None => wrong.help(format!("its clauses are {}", list(&paths))),
    });
}

fn warn_of_gaps(rules: &Rules, merged: &Merged, diagnostics: &mut Vec<Diagnostic>) {
    let prefix = format!("{}.", rules.name);
    let short = |c: &Clause| c.id.strip_prefix(&prefix).unwrap_or(&c.id).to_owned();
    let sourceless: Vec<String> =
        rules.clauses.iter().filter(|c| c.sources.is_empty() && !c.assumed && c.about.is_none()).map(short).collect();
    if !sourceless.is_empty() {
        diagnostics.push(
            Diagnostic::warning(
                Code("R0602"),
                merged.name.span,
                format!("no source is given for {}", list(&sourceless)),
            )
            .help("cite a document in the `texts` block, or write `assume` before a clause that no source says"),
        );
    }
    for language in LANGUAGES {
        let silent: Vec<String> = rules.clauses.iter().filter(|c| c.texts.get(language).is_none()).map(short).collect();
        if !silent.is_empty() {
            diagnostics.push(
                Diagnostic::warning(
                    Code("R0603"),
                    merged.name.span,
                    format!("no sentence in `{language}` is given for {}", list(&silent)),
                )
                .help(format!("add `{language} \"…\"` to its line in the `texts` block")),
            );
        }
    }
}
