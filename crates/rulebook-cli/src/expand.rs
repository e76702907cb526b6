//! `rulebook expand`: the Rust that a game compiles to, or the core that one clause comes down to.

use crate::{core, excerpt::excerpt, failure::Failure, graph::find_clause, load::load, output::Output};

/// Arguments of `expand`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A bundled game, or the path of a `.rules` file.
    #[arg(value_name = "GAME")]
    name: String,
    /// The value of a parameter.
    #[arg(long = "param", value_name = "NAME=VALUE")]
    params: Vec<String>,
    /// Leaves a lowering out, to compare; may be repeated.
    #[arg(long, value_name = "LOWERING", value_parser = clap::builder::PossibleValuesParser::new(rulebook_codegen::LOWERINGS))]
    without: Vec<String>,
    /// Shows what this clause comes down to once names, families and short forms are resolved, instead of Rust; its id
    /// without the game's name will do.
    #[arg(long, value_name = "ID", conflicts_with = "without")]
    clause: Option<String>,
}

/// Prints the items of the game's module.
pub(crate) fn run(args: &Args, out: &mut Output) -> Result<bool, Failure> {
    let params = crate::args::pairs("param", &args.params)?;
    let game = load(&args.name, &params)?;
    let rules = &game.rules;
    if let Some(wanted) = &args.clause {
        let clause = find_clause(rules, wanted)?;
        let rule = &rules.clauses[usize::from(clause.0)];
        out.line(&rule.id)?;
        out.line(&excerpt(&game.sources, rule.span))?;
        for line in core::of(rules, clause) {
            out.line(&line)?;
        }
        return Ok(true);
    }
    let settings = rulebook_codegen::Settings { without: args.without.clone() };
    let runtime = quote::quote!(::rulebook_runtime);
    let items = rulebook_codegen::generate(rules, &settings, &runtime)
        .map_err(|refusal| Failure::no("compile", refusal.to_string()))?;
    let file = syn::parse2(items).map_err(|e| Failure::outside(format!("what was generated is not Rust: {e}")))?;
    out.text(&prettyplease::unparse(&file))?;
    Ok(true)
}
