fn main() {
    println!("{}", rulebook_games::international::perft(&rulebook_games::international::initial(), 0, 10));
}
