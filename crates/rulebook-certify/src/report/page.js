"use strict";
// Draws the games of a report, and lets them be stepped through. What a move does was worked out by the rules: here are only pictures.
const { boards, games } = JSON.parse(document.getElementById("games").textContent);
const words = { en: { start: "start", back: "back", next: "next", end: "end", then: "then" }, es: { start: "inicio", back: "atrás", next: "sigue", end: "final", then: "después" } };
const SVG = "http://www.w3.org/2000/svg";

function element(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function draw(board, pieces) {
  const right = Math.max(...board.cells.map((c) => c.x)) + 120;
  const bottom = Math.max(...board.cells.map((c) => c.y)) + 120;
  const svg = element("svg", { class: "board", viewBox: `-10 -10 ${right} ${bottom}`, role: "img" });
  for (const [a, b] of board.lines ?? []) {
    const [from, to] = [board.cells[a], board.cells[b]];
    svg.append(element("line", { class: "edge", x1: from.x + 50, y1: from.y + 50, x2: to.x + 50, y2: to.y + 50 }));
  }
  for (const cell of board.cells) {
    if (!board.points) svg.append(element("rect", { class: "cell", x: cell.x, y: cell.y, width: 100, height: 100 }));
    svg.append(element("text", { class: "name", x: cell.x + 6, y: cell.y + 22 }, cell.name));
  }
  for (const [at, player, mark] of pieces) {
    const cell = board.cells[at];
    const side = player === 0 ? "first" : "second";
    svg.append(element("circle", { class: `piece ${side}`, cx: cell.x + 50, cy: cell.y + 50, r: 36 }));
    if (mark) svg.append(element("text", { class: `mark ${side}`, x: cell.x + 50, y: cell.y + 62 }, mark));
  }
  return svg;
}

for (const place of document.querySelectorAll(".game")) {
  const game = games[place.dataset.game];
  if (!game || game.pictures.length === 0) continue;
  const board = boards[game.board];
  let at = game.pictures.length - 1;
  const picture = document.createElement("div");
  const said = document.createElement("p");
  said.setAttribute("aria-live", "polite");
  const buttons = document.createElement("p");
  const show = () => {
    const language = words[document.documentElement.dataset.language];
    picture.replaceChildren(draw(board, game.pictures[at]));
    const move = at === 0 ? language.start : `${at}. ${game.moves[at - 1]}`;
    const behind = at === game.pictures.length - 1 && game.illegal ? ` — ${language.then}: ${game.illegal}` : "";
    said.textContent = `${move} (${at}/${game.pictures.length - 1})${behind}`;
    for (const button of buttons.children) button.textContent = language[button.dataset.word];
  };
  const steps = { start: () => 0, back: () => Math.max(0, at - 1), next: () => Math.min(game.pictures.length - 1, at + 1), end: () => game.pictures.length - 1 };
  for (const [word, step] of Object.entries(steps)) {
    const button = document.createElement("button");
    button.dataset.word = word;
    button.addEventListener("click", () => { at = step(); show(); });
    buttons.append(button, " ");
  }
  place.append(picture, said, buttons);
  document.addEventListener("language", show);
  document.documentElement.dataset.language ??= "en";
  show();
}

function choose(language) {
  document.documentElement.dataset.language = language;
  document.documentElement.lang = language;
  for (const button of document.querySelectorAll("[data-language]")) {
    if (button.tagName === "BUTTON") button.setAttribute("aria-pressed", String(button.dataset.language === language));
  }
  document.dispatchEvent(new Event("language"));
}

for (const button of document.querySelectorAll("button[data-language]")) {
  button.addEventListener("click", () => choose(button.dataset.language));
}
choose((navigator.language || "en").startsWith("es") ? "es" : "en");
