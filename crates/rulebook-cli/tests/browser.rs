//! The site in a browser: pages render, boards are visible and can be stepped through, the language switch works, nothing is
//! wider than a phone. Without Chromium nothing is tried, and that is said; `.ci/run` installs it.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

/// Looks at pages from within: each in a frame as wide as a screen, and writes what it finds.
const LOOK: &str = r#"<!doctype html><meta charset="utf-8"><body><pre id="found"></pre><script>
const found = [];
const frame = document.createElement("iframe");
frame.height = 900;
document.body.append(frame);
const load = (url, width) => new Promise((done) => {
  frame.width = width;
  frame.onload = () => setTimeout(() => done(frame.contentDocument), 150);
  frame.src = url;
});
const say = (what, right) => found.push(`${right ? "yes" : "NO"} ${what}`);
(async () => {
  for (const [url, width] of [["/en/draughts/draws.html", 1200], ["/es/renju/forbidden.html", 1200], ["/es/tiles/end.html", 390], ["/en/play/hex.html", 390], ["/en/play/nine-mens-morris.html", 390]]) {
    const page = await load(url, width);
    const boards = [...page.querySelectorAll("svg.rb-board")];
    const large = boards.filter((b) => { const r = b.getBoundingClientRect(); return r.width > 150 && r.height > 100 && r.right <= width; });
    say(`${url} at ${width}: boards are seen`, boards.length > 3 && large.length === boards.length);
    say(`${url} at ${width}: nothing is wider than the screen`, page.documentElement.scrollWidth <= width + 1);
    const pieces = [...page.querySelectorAll("svg.rb-board .rb-frame:not([style]) .rb-piece")];
    say(`${url} at ${width}: pieces are seen`, pieces.length > 3 && pieces.every((p) => p.getBoundingClientRect().width > 3));
  }
  const page = await load("/en/draughts/draws.html", 1200);
  const figure = [...page.querySelectorAll(".rb-figure")].find((f) => f.querySelectorAll(".rb-moves li").length > 5);
  const at = () => figure.querySelector(".rb-at").textContent;
  const all = figure.querySelectorAll(".rb-moves li").length;
  say("a game stands at its end", at() === `${all} / ${all}`);
  figure.querySelector("[data-step=first]").click();
  const before = figure.querySelector(".rb-frame:not([style*=none])").innerHTML;
  figure.querySelector("[data-step=on]").click();
  const after = figure.querySelector(".rb-frame:not([style*=none])").innerHTML;
  say("a game is stepped through", at() === `1 / ${all}` && before !== after);
  await new Promise((done) => { frame.onload = () => setTimeout(done, 150); page.querySelector(".rb-language a").click(); });
  const other = frame.contentDocument;
  say("the language is switched", other.documentElement.lang === "es" && other.location.pathname === "/es/draughts/draws.html");
  document.getElementById("found").textContent = found.join("\n") + "\nend";
})();
</script>"#;

fn chromium() -> Option<PathBuf> {
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        .iter()
        .map(PathBuf::from)
        .find(|p| p.is_file())
}

/// Serves a folder on this machine until the test ends; gives the port.
fn serve(root: PathBuf) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let root = root.clone();
            thread::spawn(move || answer(stream, &root));
        }
    });
    port
}

fn answer(mut stream: std::net::TcpStream, root: &Path) {
    let mut line = String::new();
    if BufReader::new(&stream).read_line(&mut line).is_err() {
        return;
    }
    let path =
        line.split_whitespace().nth(1).unwrap_or("/").split(['?', '#']).next().unwrap_or("/").trim_start_matches('/');
    let file = root.join(path);
    let (status, body) = match fs::read(&file) {
        Ok(body) if !path.contains("..") => ("200 OK", body),
        _ => ("404 Not Found", Vec::new()),
    };
    let kind = match file.extension().and_then(|e| e.to_str()) {
        Some("html") => "text/html",
        Some("css") => "text/css",
        Some("js") => "text/javascript",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    // A browser that goes away wants nothing more.
    _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}

#[test]
fn the_site_works_in_a_browser() {
    let Some(chromium) = chromium() else {
        eprintln!("no Chromium here: the site was not looked at in a browser");
        return;
    };
    let dir = tempfile::tempdir().expect("a folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = dir.path().join("site");
    let built = Command::new(env!("CARGO_BIN_EXE_rulebook"))
        .args(["docs", "build", "--out"])
        .arg(&out)
        .current_dir(&root)
        .output()
        .expect("it starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stdout));
    fs::write(out.join("look.html"), LOOK).expect("written");
    let port = serve(out);
    let output = Command::new("timeout")
        .arg("90")
        .arg(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--virtual-time-budget=30000", "--dump-dom", "--window-size=1400,1000"])
        .arg(format!("--user-data-dir={}", dir.path().join("profile").display()))
        .arg(format!("http://127.0.0.1:{port}/look.html"))
        .output()
        .expect("it starts");
    let dom = String::from_utf8_lossy(&output.stdout);
    let found = dom.split("<pre id=\"found\">").nth(1).and_then(|t| t.split("</pre>").next()).unwrap_or("");
    assert!(found.trim_end().ends_with("end"), "{found}\n{}", String::from_utf8_lossy(&output.stderr));
    let wrong: Vec<&str> = found.lines().filter(|l| l.starts_with("NO")).collect();
    assert!(wrong.is_empty() && found.lines().count() >= 19, "{found}");
}
