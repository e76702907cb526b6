//! Games played in the terminal: line by line through pipes, and on a screen that tmux holds.

use std::{
    io::Write as _,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A machine may be slow; what is waited for comes much sooner.
const PATIENCE: Duration = Duration::from_secs(120);

/// An ending in which the tenth ply draws by a count, and its first eight plies.
const ENDING: &str = "white: white=g5,Kb6 black=Kf8";
const EIGHT: &str = "b6-c7 f8-a3 c7-a5 a3-d6 g5-f6 d6-c5 a5-c7 c5-f2";

/// A position in which a point is forbidden.
const CROSSED: &str = "black: black=f8,g8,h6,h7 white=a1,c1,e1,g1";

fn begin(folder: &Path, args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebook"));
    command.arg("play").args(args).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Plays these lines; gives the exit code, the output and the complaints.
fn play(folder: &Path, args: &[&str], lines: &str) -> (i32, String, String) {
    let mut child = begin(folder, args);
    // Whoever refuses to begin does not read.
    _ = child.stdin.take().expect("its input").write_all(lines.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().expect("a code"), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn plainly(folder: &Path, args: &[&str], lines: &str) -> String {
    let args: Vec<&str> = args.iter().copied().chain(["--plain"]).collect();
    let (code, out, err) = play(folder, &args, lines);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    out
}

#[track_caller]
fn says(out: &str, parts: &[&str]) {
    let mut rest = out;
    for part in parts {
        let Some(at) = rest.find(part) else { panic!("`{part}` is missing, or not in this order, in:\n{out}") };
        rest = &rest[at + part.len()..];
    }
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|e| e.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, out, err) = play(folder.path(), &["russian"], "");
    assert_eq!((code, out.as_str()), (2, ""));
    says(&err, &["error:", "terminal", "`--plain`"]);
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, code, part) in [
        (&["russian", "--plain", "--as", "whit"][..], 2, "did you mean"),
        (&["russian", "--plain", "--position", "white: white=z9"], 1, "z9"),
        (&["russian", "--plain", "--moves", "a3-a4"], 1, "a3-a4"),
        (&["russian", "--plain", "--load", "nowhere.game"], 3, "nowhere.game"),
        (&["russian", "--plain", "--time", "5", "--nodes", "5"], 2, "--nodes"),
        (&["rusian", "--plain"], 2, "russian"),
    ] {
        let (got, _, err) = play(folder.path(), args, "");
        assert_eq!(got, code, "{args:?}: {err}");
        says(&err, &[part]);
    }
    assert_eq!(files(folder.path()), [""; 0]);
}

#[test]
fn a_game_is_played_to_its_draw_and_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["russian", "--position", ENDING, "--moves", EIGHT];
    let out = plainly(folder.path(), &args, "f6-g5\nc7-d6\nf2-c5\nd6-e7\nu\nm\nU\nR\nu\nq\n");
    says(
        &out,
        &[
            "balance: 8",
            "White to move",
            // Not legal, and what is.
            "`f6-g5` is not legal",
            "last: c7-d6",
            "The game is over: 1/2-1/2",
            "russian.balance.limit-2-3",
            "drawn after 5 moves",
            "source:",
            // After the end the end is told again; then it is taken back.
            "The game is over",
            "Black to move",
            "9. White c7-d6",
        ],
    );
    assert_eq!(files(folder.path()), [""; 0], "all that was played was given up or came from outside");
}

#[test]
fn a_forbidden_point_is_explained() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = plainly(folder.path(), &["renju", "--position", CROSSED], "?h8\nh8\nf\nwhy a2\n");
    says(&out, &["1 forbidden", "`h8` is forbidden", "renju.", "source:", "`h8` is forbidden", "h8 (renju."]);
    says(&out, &["`a2` is legal"]);
    let out = plainly(folder.path(), &["renju", "--position", CROSSED, "--language", "es"], "?h8\nh\n");
    says(&out, &["juega: Negras", "prohibidas", "fuente:", "Una jugada"]);
}

#[test]
fn a_game_is_saved_and_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["russian", "--position", ENDING, "--option", "main-road-needs-king=yes"];
    let out = plainly(folder.path(), &args, "b6-c7\nf8-a3\np\ns kept.game\ns kept.game\nq\n");
    says(&out, &["saved as kept.game", "saved as kept.game"]);
    let position = out.lines().find(|l| l.starts_with("white: ")).expect("a position").to_owned();
    let out = plainly(folder.path(), &["russian", "--load", "kept.game"], "p\nm\nu\nu\np\nq\nq\n");
    says(&out, &[&position, "1. White b6-c7", "2. Black f8-a3", "white: white=g5,Kb6 black=Kf8"]);
    // Nothing is written over, nothing is mixed up.
    let out = plainly(folder.path(), &["russian"], "c3-d4\ns kept.game\no kept.game\ns other.game\nq\n");
    says(&out, &["is there already", "other readings", "saved as other.game"]);
    let (code, _, err) = play(folder.path(), &["italian", "--plain", "--load", "other.game"], "");
    assert_eq!(code, 2);
    says(&err, &["rulebook play russian --load other.game"]);
    assert_eq!(files(folder.path()), ["kept.game", "other.game"]);
}

#[test]
fn nothing_that_was_played_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = plainly(folder.path(), &["connect-four"], "a1\nb1");
    says(&out, &["saved as connect-four-1.game"]);
    let out = plainly(folder.path(), &["connect-four"], "a1\nq\nn\na1\no connect-four-1.game\nm\nq\n");
    says(&out, &["not saved", "saved as connect-four-2.game", "a new game"]);
    says(&out, &["saved as connect-four-3.game", "loaded connect-four-1.game", "2. Yellow b1"]);
    let out = plainly(folder.path(), &["connect-four"], "a1\nq\nq\n");
    assert!(!out.contains("saved as"), "{out}");
    assert_eq!(files(folder.path()).len(), 3);
}

#[cfg(unix)]
#[test]
fn a_game_is_saved_when_the_program_is_told_to_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = begin(folder.path(), &["connect-four", "--plain"]);
    let mut input = child.stdin.take().expect("its input");
    input.write_all(b"a1\nb1\ns kept.game\nc1\ns kept.game\nd1\np\n").expect("it reads");
    wait_for("a file", || folder.path().join("kept.game").exists());
    // When it has been told of the last move, that move has been played.
    let mut out = std::io::BufReader::new(child.stdout.take().expect("its output"));
    let mut line = String::new();
    while !line.starts_with("red: ") {
        line.clear();
        assert!(std::io::BufRead::read_line(&mut out, &mut line).expect("it writes") > 0);
    }
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let kept = std::fs::read_to_string(folder.path().join("kept.game")).expect("the game");
    assert!(kept.contains("d1"), "{kept}");
    drop(input);
}

#[test]
fn an_opponent_answers_the_same_with_the_same_seed() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["connect-four", "--opponent", "search", "--nodes", "30", "--seed", "4"];
    let first = plainly(folder.path(), &args, "d1\nu\nm\nq\n");
    assert_eq!(first, plainly(folder.path(), &args, "d1\nu\nm\nq\n"));
    says(&first, &["last: d1", "Yellow: ", "(expects ", "Red to move", "turn 1"]);
    let args = ["connect-four", "--as", "yellow", "--opponent", "random", "--seed", "4"];
    says(&plainly(folder.path(), &args, "q\nq\n"), &["Red to move", "Red: ", "Yellow to move"]);
    let args = ["connect-four", "--as", "none", "--opponent", "random", "--seed", "4"];
    says(&plainly(folder.path(), &args, "q\nq\n"), &["The game is over", "connect-four."]);
}

#[track_caller]
fn wait_for(what: &str, mut there: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !there() {
        assert!(begun.elapsed() < PATIENCE, "{what} did not come");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A screen of its own.
struct Screen {
    socket: String,
}

impl Screen {
    /// Plays on a screen; `None` if there is no tmux.
    fn begin(socket: &str, folder: &Path, args: &[&str]) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            println!("skipped: tmux is not installed");
            return None;
        }
        let screen = Self { socket: format!("{socket}-{}", std::process::id()) };
        screen.start(folder, args);
        Some(screen)
    }

    /// Starts the program, and a shell that shows how it ended.
    fn start(&self, folder: &Path, args: &[&str]) {
        let quoted: Vec<String> = args.iter().map(|a| format!("'{a}'")).collect();
        let program = format!("'{}' play {}", env!("CARGO_BIN_EXE_rulebook"), quoted.join(" "));
        let shell = format!("{program}; echo ended with $?; stty -a | grep -o -- '.echo\\b'; cat");
        let folder = folder.to_str().expect("UTF-8");
        self.tmux(&["new-session", "-d", "-x", "100", "-y", "40", "-c", folder, "sh", "-c", &shell]);
    }

    fn tmux(&self, args: &[&str]) -> String {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket, "-f", "/dev/null"]).args(args).env_remove("TMUX").env("LC_ALL", "C.UTF-8");
        String::from_utf8_lossy(&command.output().expect("tmux").stdout).into_owned()
    }

    fn shown(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until all of it is on the screen.
    #[track_caller]
    fn wait(&self, parts: &[&str]) {
        let begun = Instant::now();
        loop {
            let shown = self.shown();
            if parts.iter().all(|part| shown.contains(part)) {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "{parts:?} did not come; the screen shows\n{shown}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn enter(&self, line: &str) {
        self.tmux(&["send-keys", "-l", line]);
        self.key("Enter");
    }

    fn key(&self, key: &str) {
        self.tmux(&["send-keys", key]);
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

#[test]
fn on_the_screen_a_game_is_drawn_taken_back_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["russian", "--position", ENDING, "--moves", EIGHT];
    let Some(screen) = Screen::begin("rulebook-draw", folder.path(), &args) else { return };
    screen.wait(&["Russian draughts", "White to move, turn 9", "balance: 8", "8. Black c5-f2"]);
    screen.enter("f6-g5");
    screen.wait(&["`f6-g5` is not legal"]);
    screen.enter("c7-d6");
    screen.wait(&["9. White c7-d6", "Black to move"]);
    screen.enter("f2-c5");
    screen.wait(&["The game is over: 1/2-1/2", "russian.balance.limit-2-3", "source:"]);
    screen.enter("u");
    screen.wait(&["Black to move, turn 10", "balance: 9"]);
    screen.enter("p");
    screen.wait(&["black: white=Kd6,f6 black=Kf2; quiet=4; balance=9"]);
    screen.enter("s kept.game");
    screen.wait(&["saved as kept.game"]);
    screen.enter("q");
    // The terminal is as it was before.
    screen.wait(&["ended with 0", " echo"]);
    let Some(screen) = Screen::begin("rulebook-load", folder.path(), &["russian", "--load", "kept.game"]) else {
        return;
    };
    screen.wait(&["Black to move, turn 10", "balance: 9", "9. White c7-d6"]);
    screen.enter("p");
    screen.wait(&["black: white=Kd6,f6 black=Kf2; quiet=4; balance=9"]);
    screen.key("C-q");
    screen.wait(&["ended with 0"]);
}

#[test]
fn on_the_screen_a_forbidden_point_is_explained_and_cells_are_picked() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(screen) = Screen::begin("rulebook-why", folder.path(), &["renju", "--position", CROSSED]) else { return };
    screen.wait(&["Black to move", "forbidden: 1", "h8 (renju."]);
    screen.tmux(&["send-keys", "-l", "?h"]);
    screen.key("BSpace");
    screen.enter("h8");
    screen.wait(&["`h8` is forbidden", "source:"]);
    // The cursor is on a1, where a stone stands.
    screen.key("Up");
    screen.wait(&["[a2]"]);
    screen.key("Enter");
    screen.wait(&["1. Black a2", "White to move"]);
    screen.tmux(&["send-keys", "-l", "a1"]);
    screen.key("Tab");
    screen.wait(&["> a1", "a10 a11", "a15"]);
    screen.key("Escape");
    // There is room, and then there is not.
    screen.tmux(&["resize-window", "-x", "40", "-y", "10"]);
    screen.wait(&["make it", "needs 62 x 19"]);
    screen.tmux(&["resize-window", "-x", "90", "-y", "30"]);
    screen.wait(&["White to move", "1. Black a2"]);
    screen.key("C-c");
    screen.wait(&["not saved"]);
    screen.key("s");
    screen.wait(&["ended with 0"]);
    assert_eq!(files(folder.path()), ["renju-1.game"]);
}

#[test]
fn a_game_is_saved_when_its_screen_goes_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let args = ["connect-four", "--opponent", "search", "--nodes", "20", "--seed", "1"];
    let Some(screen) = Screen::begin("rulebook-gone", folder.path(), &args) else { return };
    screen.wait(&["Red to move"]);
    screen.enter("d1");
    screen.wait(&["1. Red d1", "2. Yellow ", "Red to move, turn 3"]);
    screen.tmux(&["kill-server"]);
    let kept = folder.path().join("connect-four-1.game");
    wait_for("the game", || kept.exists());
    assert!(std::fs::read_to_string(kept).expect("the game").contains("d1"));
}
