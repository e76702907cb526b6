//! The program under examination: asked, and started anew when it breaks.

use std::{io::Write, time::Instant};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

use super::{answer, outcome::Verdict};
use crate::{
    process::{Broken, Limits, Process},
    protocol::{Answer, Ask, Hello, HelloSaid, Judge, JudgeSaid, Question, Rejected},
};

/// How a program broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TroubleKind {
    /// It ended, or used more memory than it may.
    Crash,
    /// No answer came in time.
    TimeOut,
    /// What came is not an answer.
    Protocol,
    /// It cannot be started.
    Start,
}

impl TroubleKind {
    /// As in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::TimeOut => "time-out",
            Self::Protocol => "protocol",
            Self::Start => "start",
        }
    }
}

impl TroubleKind {
    /// What a case comes to on which the program broke so.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::TimeOut => Verdict::TimeOut,
            Self::Protocol => Verdict::Protocol,
            Self::Crash | Self::Start => Verdict::Crash,
        }
    }
}

/// A program that broke, and on what.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, Serialize)]
pub struct Trouble {
    /// How.
    pub kind: TroubleKind,
    /// In words.
    pub detail: String,
    /// The end of its standard error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// It broke, whatever it answered when it was started anew.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, Serialize)]
pub struct Incident {
    /// The id of the question.
    pub question: u64,
    /// How many questions the process had answered before.
    pub after: u64,
    /// What happened.
    #[serde(flatten)]
    pub trouble: Trouble,
}

/// What came of a question.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The moves are legal, and this was asked.
    Ok(Box<JudgeSaid>),
    /// A verdict of the rules.
    Rejected(Rejected),
    /// Not a verdict.
    Unsupported(String),
    /// The adapter's own fault.
    Error(String),
    /// It broke, twice in a row on this question.
    Broken(Trouble),
    /// It was not asked: it has broken too often.
    NotAsked(String),
}

/// A program under examination.
pub struct Subject<'a> {
    command: String,
    limits: Limits,
    hello: Hello,
    process: Option<Process>,
    /// Who it says it is.
    pub said: HelloSaid,
    /// What happened besides answers.
    pub incidents: Vec<Incident>,
    next: u64,
    answered: u64,
    /// How many questions in a row it broke on.
    in_a_row: u32,
    transcript: Option<&'a mut dyn Write>,
    begun: Instant,
    /// Are failures being made small? What it breaks on then is not counted.
    pub shrinking: bool,
}

impl std::fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Subject({})", self.command)
    }
}

/// After so many questions in a row on which it broke, a program is not asked any more.
const GIVE_UP: u32 = 5;

impl<'a> Subject<'a> {
    /// Starts a program and asks it who it is.
    ///
    /// # Errors
    /// If no good answer comes.
    pub fn start(
        command: &str,
        limits: &Limits,
        hello: Hello,
        transcript: Option<&'a mut dyn Write>,
    ) -> Result<Self, Trouble> {
        let mut subject = Self {
            command: command.to_owned(),
            limits: limits.clone(),
            hello,
            process: None,
            said: HelloSaid {
                name: String::new(),
                version: String::new(),
                language: String::new(),
                digest: String::new(),
                games: std::collections::BTreeMap::new(),
            },
            incidents: Vec::new(),
            next: 1,
            answered: 0,
            in_a_row: 0,
            transcript,
            begun: Instant::now(),
            shrinking: false,
        };
        subject.said = subject.greet()?;
        Ok(subject)
    }

    /// Starts a process and says hello to it.
    fn greet(&mut self) -> Result<HelloSaid, Trouble> {
        let begin = |e: std::io::Error| Trouble {
            kind: TroubleKind::Start,
            detail: format!("`{}` cannot be started: {e}", self.command),
            stderr: String::new(),
        };
        self.process = Some(Process::start(&self.command, &self.limits).map_err(begin)?);
        self.answered = 0;
        let question = Question::hello(self.take_id(), self.hello.clone());
        let limit = self.limits.hello;
        let answer: Answer<HelloSaid> = self.put(&question, limit)?;
        let refuse = |detail: String| Trouble { kind: TroubleKind::Protocol, detail, stderr: String::new() };
        match answer {
            Answer { ok: Some(said), .. } => {
                let mut games = said.games;
                games.retain(|name, _| self.hello.games.contains_key(name));
                let [name, version, language, digest] =
                    [&said.name, &said.version, &said.language, &said.digest].map(|text| clean(text));
                Ok(HelloSaid { name, version, language, digest, games })
            }
            Answer { error: Some(error), .. } => {
                Err(refuse(format!("`hello` was answered with an error: {}", clean(&error.message))))
            }
            Answer { unsupported: Some(what), .. } => {
                Err(refuse(format!("`hello` is not supported: {}", clean(&what.what))))
            }
            _ => Err(refuse(String::from("`hello` was answered with `rejected`, which is a verdict about moves"))),
        }
    }

    fn take_id(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// Puts a question once.
    fn put<T: DeserializeOwned>(
        &mut self,
        question: &Question,
        limit: std::time::Duration,
    ) -> Result<Answer<T>, Trouble> {
        let line = serde_json::to_string(question).unwrap_or_default();
        self.note("asked", &line);
        let Some(process) = &mut self.process else {
            return Err(Trouble {
                kind: TroubleKind::Start,
                detail: String::from("it does not run"),
                stderr: String::new(),
            });
        };
        let got = process.ask(&line, limit);
        let stderr = |process: &Process| {
            // What it wrote last may still be on its way.
            std::thread::sleep(std::time::Duration::from_millis(20));
            clean_end(&process.stderr())
        };
        let (kind, detail, stderr) = match got {
            Ok(answer) => {
                let read = answer::read(&answer, question.id);
                let stderr = if read.is_err() { stderr(process) } else { String::new() };
                self.note("answered", &answer);
                match read {
                    Ok(answer) => {
                        self.answered += 1;
                        return Ok(answer);
                    }
                    Err(detail) => (TroubleKind::Protocol, clean(&detail), stderr),
                }
            }
            Err(broken) => {
                let stderr = stderr(process);
                let (kind, detail) = told(&broken);
                self.note("broke", &detail);
                (kind, detail, stderr)
            }
        };
        // Nothing more can be expected of this process: what comes next may belong to this question.
        self.process = None;
        Err(Trouble { kind, detail, stderr })
    }

    /// Writes down what passed.
    fn note(&mut self, what: &str, line: &str) {
        let Some(transcript) = &mut self.transcript else { return };
        let at = self.begun.elapsed().as_secs_f64();
        let entry = match what {
            "broke" => json!({ "at": at, "broke": line }),
            _ => json!({ "at": at, what: clipped(line) }),
        };
        // A transcript that cannot be written is missing, which the reader sees.
        _ = writeln!(transcript, "{entry}");
    }

    /// Asks about a game. A program that breaks is started anew and asked once more.
    pub fn judge(&mut self, judge: &Judge) -> Reply {
        if self.in_a_row >= GIVE_UP {
            return Reply::NotAsked(format!("it broke on {GIVE_UP} questions in a row and was not asked any more"));
        }
        let after = self.answered;
        let id = self.next;
        let first = match self.try_judge(judge) {
            Ok(reply) => {
                self.in_a_row = 0;
                return reply;
            }
            Err(trouble) => trouble,
        };
        self.process = None;
        if !self.shrinking {
            self.incidents.push(Incident { question: id, after, trouble: first });
        }
        match self.try_judge(judge) {
            Ok(reply) => {
                self.in_a_row = 0;
                reply
            }
            Err(second) => {
                self.process = None;
                if !self.shrinking {
                    self.in_a_row += 1;
                }
                Reply::Broken(second)
            }
        }
    }

    fn try_judge(&mut self, judge: &Judge) -> Result<Reply, Trouble> {
        if self.process.is_none() {
            self.greet()?;
        }
        let question = Question::judge(self.take_id(), judge.clone());
        let answer: Answer<JudgeSaid> = self.put(&question, self.limits.answer)?;
        match answer {
            Answer { ok: Some(said), .. } => match answer::complete(judge, &said) {
                Ok(()) => Ok(Reply::Ok(Box::new(said))),
                Err(detail) => Err(Trouble { kind: TroubleKind::Protocol, detail, stderr: String::new() }),
            },
            Answer { rejected: Some(rejected), .. } => {
                if rejected.clauses.is_none() && judge.ask.contains(&Ask::Clauses) {
                    let detail = String::from("`rejected` has no `clauses`, which were asked");
                    return Err(Trouble { kind: TroubleKind::Protocol, detail, stderr: String::new() });
                }
                Ok(Reply::Rejected(rejected))
            }
            Answer { unsupported: Some(unsupported), .. } => Ok(Reply::Unsupported(clean(&unsupported.what))),
            Answer { error, .. } => Ok(Reply::Error(clean(&error.map_or_else(String::new, |e| e.message)))),
        }
    }

    /// How many questions have been put.
    pub fn questions(&self) -> u64 {
        self.next - 1
    }

    /// Ends the program: does it end by itself when its input ends?
    pub fn finish(&mut self) -> bool {
        self.process.take().is_none_or(Process::finish)
    }
}

/// Words of a program under examination, as they may stand in a report: short, and without what moves a cursor.
pub(super) fn clean(text: &str) -> String {
    const LONGEST: usize = 400;
    let mut clean: String =
        text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|c| is_plain(*c)).take(LONGEST).collect();
    if text.chars().count() > LONGEST {
        clean.push('…');
    }
    clean
}

/// The end of what was written to standard error, as it may stand in a report.
fn clean_end(text: &str) -> String {
    const LONGEST: usize = 2000;
    let from = text.char_indices().rev().nth(LONGEST).map_or(0, |(i, _)| i);
    text[from..].chars().filter(|c| is_plain(*c) || *c == '\n').collect()
}

/// Neither moves a cursor nor turns the direction of a text.
fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// A transcript keeps the beginning of what is very long.
fn clipped(line: &str) -> String {
    const LONGEST: usize = 64 << 10;
    if line.len() <= LONGEST {
        return line.to_owned();
    }
    format!("{}… ({} bytes)", line.chars().take(LONGEST / 4).collect::<String>(), line.len())
}

/// What broke, in words.
fn told(broken: &Broken) -> (TroubleKind, String) {
    match broken {
        Broken::TimeOut(limit) => {
            (TroubleKind::TimeOut, format!("no answer came within {} seconds", limit.as_secs_f64()))
        }
        Broken::Ended(how) => (TroubleKind::Crash, format!("it ended without an answer ({how})")),
        Broken::Memory(bytes) => (TroubleKind::Crash, format!("it used {} MB, more than it may", bytes >> 20)),
        Broken::NotText => (TroubleKind::Protocol, String::from("its line is not UTF-8")),
        Broken::Unasked(line) => {
            let detail = format!(
                "it wrote a line that answers no question: `{}`",
                clean(&line.chars().take(80).collect::<String>())
            );
            (TroubleKind::Protocol, detail)
        }
        Broken::TooLong(limit) => {
            (TroubleKind::Protocol, format!("its line has more than {limit} bytes, and was not read to its end"))
        }
    }
}
