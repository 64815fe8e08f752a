"""The commands and what they answer."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import lipai
from lipai.cli import targets
from lipai.cli.program import program
from lipai.cli.words import _OF_RULES, _WORDS, language_of, say
from tests.cli.programs import HANDS, run

HAND = HANDS["shisanshui"]
OTHER = HAND.replace("RJ", "BJ")
LEGAL = ("2S 3S 5H", "9S 9H 9D 4C 4D", "AS KS QS JS TS")
FOUL = (LEGAL[0], LEGAL[2], LEGAL[1])
WHEEL = ("compare", "shisanshui", "AS 2H 3S 4S 5S", "9S TH JS QS KS")


@pytest.fixture(autouse=True)
def no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LIPAI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def command(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(program, arguments, input=stdin)


def output(*arguments: str, stdin: str = "") -> str:
    done = command(*arguments, stdin=stdin)
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    return done.stdout


def best_line(hand: str, name: str = "shisanshui", objective: str | None = None) -> str:
    (best,) = lipai.game(name).arrange(hand, objective=objective)
    value = "" if best.value is None else f"\t{best.value:.4f}"
    return " / ".join(best.text) + "\t" + " / ".join(say(c, "en") for c in best.categories) + value + "\n"


# ---- arrange


@pytest.mark.parametrize("name", HANDS)
def test_arrange(name: str) -> None:
    assert output("arrange", name, HANDS[name]) == best_line(HANDS[name], name)


def test_cards_that_the_shell_took_apart_are_one_hand() -> None:
    assert output("arrange", "shisanshui", *HAND.split()) == best_line(HAND)
    assert output("rank", "biji", "A♠", "红桃A", "AD") == output("rank", "biji", "AS AH AD")


def test_several_hands() -> None:
    assert output("arrange", "shisanshui", HAND, OTHER) == best_line(HAND) + best_line(OTHER)


def test_hands_from_standard_input() -> None:
    text = f"{HAND}\n\n  \n{HAND.replace(' ', '')}\r\n{HAND}"
    assert output("arrange", "shisanshui", stdin=text) == best_line(HAND) * 3
    assert output("arrange", "shisanshui", "-", stdin=text) == best_line(HAND) * 3
    assert output("arrange", "shisanshui", stdin="\ufeff" + HAND) == best_line(HAND)
    assert output("arrange", "shisanshui", stdin="") == ""


def test_comments_are_left_out_and_counted() -> None:
    done = command("arrange", "shisanshui", stdin=f"# dealt at nine\n{HAND}\n  # a wrong one\nAS KS\n")
    assert done.stdout == best_line(HAND)
    assert done.stderr == "lipai: line 4: a hand has 13 cards, not 2\n"


def test_bad_lines_are_reported_and_the_others_arranged() -> None:
    done = command("arrange", "shisanshui", stdin=f"{HAND}\n\nAS KS\nAS ZZ\n{HAND}\n")
    assert done.exit_code == 2
    assert done.stdout == best_line(HAND) * 2
    third, fourth = done.stderr.splitlines()
    assert third.startswith("lipai: line 3: ")
    assert fourth.startswith("lipai: line 4: ")
    assert "ZZ" in fourth


def test_bad_arguments_are_reported_by_number() -> None:
    done = command("arrange", "shisanshui", HAND, "AS KS")
    assert (done.exit_code, done.stdout) == (2, best_line(HAND))
    assert done.stderr.startswith("lipai: hand 2: ")
    alone = command("arrange", "shisanshui", "AS KS")
    assert alone.exit_code == 2
    assert "hand 1" not in alone.stderr
    assert alone.stderr.startswith("lipai: ")


def test_bytes_that_are_no_utf8_and_lines_too_long() -> None:
    done = run("arrange", "shisanshui", stdin=b"\xff\xfe\n" + b"A" * 100_000 + b"\n" + HAND.encode() + b"\n")
    assert done.returncode == 2
    assert done.stdout == best_line(HAND)
    first, second = done.stderr.splitlines()
    assert first.startswith("lipai: line 1: ")
    assert second.startswith("lipai: line 2: ")
    assert "65536" in second


def test_top() -> None:
    found = output("arrange", "shisanshui", HAND, HAND, "--top", "3").split("\n\n")
    assert len(found) == 3
    assert found[2] == ""
    arrangements = lipai.game("shisanshui").arrange(HAND, top=3)
    assert [line.split("\t")[0] for line in found[0].splitlines()] == [" / ".join(a.text) for a in arrangements]
    assert found[0] == found[1]


def test_json_is_one_object_a_hand() -> None:
    done = command("arrange", "shisanshui", "--json", "--top", "2", stdin=f"{HAND}\nAS ZZ\n{HAND}\n")
    assert done.exit_code == 2
    first, bad, third = map(json.loads, done.stdout.splitlines())
    assert first == third
    assert len(first["arrangements"]) == 2
    assert set(first["arrangements"][0]) >= {"piles", "categories", "value", "special"}
    assert bad["line"] == 2
    assert (bad["error"]["code"], bad["error"]["position"]) == ("bad_card", 3)


def test_objective() -> None:
    assert output("arrange", "shisanshui", HAND, "--objective", "strongest") == best_line(HAND, objective="strongest")
    assert output("arrange", "shisanshui", HAND, "--objective", "expected") == best_line(HAND)
    done = command("arrange", "shisanshui", HAND, OTHER, "--objective", "best")
    assert done.exit_code == 2
    assert "'strongest'" in done.stderr


def test_options() -> None:
    assert " > " in output(*WHEEL)
    assert " < " in output(*WHEEL, "-o", "wheel=low")
    assert command("rank", "shisanshui", "AS KS RJ", "-o", "jokers=0").exit_code == 2
    assert output("rank", "shisanshui", "AS KS RJ", "-o", "jokers=2") == output("rank", "shisanshui", "AS KS RJ")
    rules = json.loads(output("rules", "shisanshui", "--json", "-o", "double_full_house=true"))
    assert rules["specials"]["double_full_house"]["enabled"] is True


@pytest.mark.parametrize(
    ("option", "word"), [("whel=low", "whel"), ("wheel=high", "high"), ("wheel", "KEY=VALUE"), ("jokers=1", "jokers")]
)
def test_bad_options(option: str, word: str) -> None:
    done = command("rank", "shisanshui", "AS KS QS", "-o", option)
    assert done.exit_code == 2
    assert word in done.stderr
    assert done.stderr.startswith("lipai: ")


def test_a_rule_file_is_a_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = 'extends = "shisanshui"\nid = "mine"\nname = "我的"\n[ranking]\nwheel = "low"\n'
    path.write_text(text, encoding="utf-8")
    assert " < " in output(WHEEL[0], str(path), *WHEEL[2:])
    path.write_text(text.replace("wheel", "whel"), encoding="utf-8")
    done = command(WHEEL[0], str(path), *WHEEL[2:])
    assert done.exit_code == 2
    assert "ranking.whel" in done.stderr


# ---- rank, compare, check


def test_rank() -> None:
    strength = lipai.game("shisanshui").rank("AS KS QS JS TS").strength
    assert output("rank", "shisanshui", "TS JS QS KS AS") == f"AS KS QS JS TS\tstraight flush\t{strength}\n"
    found = json.loads(output("rank", "shisanshui", "TS JS QS KS AS", "--json"))
    assert found == {"category": "straight_flush", "strength": strength, "name": "同花顺", "cards": "AS KS QS JS TS"}


@pytest.mark.parametrize(
    ("a", "sign", "b", "result"),
    [
        ("AS AH 2C", ">", "KS KH 3D", 1),
        ("KS KH 3D", "<", "AS AH 2C", -1),
        ("AS AH 2C", "=", "AD AC 2S", 0),
    ],
)
def test_compare(a: str, sign: str, b: str, result: int) -> None:
    assert re.match(r"A\S A\S 2\S|K", output("compare", "shisanshui", a, b))
    assert f" {sign} " in output("compare", "shisanshui", a, b)
    assert output("compare", "shisanshui", a, b).endswith("\tpair / pair\n")
    assert json.loads(output("compare", "shisanshui", a, b, "--json")) == {"result": result}
    assert output("compare", "shisanshui", stdin=f"{a} / {b}\n") == output("compare", "shisanshui", a, b)


def test_check_legal_and_foul() -> None:
    assert output("check", "shisanshui", *LEGAL) == "legal\thigh card / full house / straight flush\n"
    foul = output("check", "shisanshui", *FOUL)
    assert foul.startswith("foul\thigh card / straight flush / full house\t")
    assert "SSS-6" in foul
    assert json.loads(output("check", "shisanshui", *LEGAL, "--json"))["legal"] is True
    assert json.loads(output("check", "shisanshui", *FOUL, "--json"))["legal"] is False


def test_what_arrange_prints_can_be_checked() -> None:
    lines = output("arrange", "shisanshui", HAND, OTHER, "--top", "2")
    checked = [line.split("\t")[0] for line in output("check", "shisanshui", stdin=lines).splitlines()]
    assert checked == ["legal"] * 4


def test_piles_in_one_argument() -> None:
    one = output("check", "biji", "2C 3D 5H / 7S 7H 9C / AS KS QS")
    assert one == output("check", "biji", "2C 3D 5H", "7S 7H 9C", "AS KS QS")
    assert output("compare", "biji", "AS KS QS / 7S 7H 9C") == output("compare", "biji", "AS KS QS", "7S 7H 9C")


def test_a_wrong_number_of_piles() -> None:
    for arguments in (("check", "shisanshui", "AS KS QS", "2S"), ("compare", "shisanshui", "AS KS QS")):
        done = command(*arguments)
        assert done.exit_code == 2
        assert "are wanted, each in quotes" in done.stderr
    done = command("check", "shisanshui", stdin="AS KS QS / 2S\n")
    assert done.exit_code == 2
    assert done.stderr.startswith("lipai: line 1: 3 piles")


# ---- games, rules, doctor, bench


def test_games() -> None:
    lines = [line.split("\t") for line in output("games").splitlines()]
    assert [line[0] for line in lines] == list(lipai.games())
    found = [json.loads(line) for line in output("games", "--json").splitlines()]
    assert [game["id"] for game in found] == list(lipai.games())
    (thirteen,) = [game for game in found if game["id"] == "shisanshui"]
    assert thirteen["name"] == "十三水"
    assert (thirteen["players"], thirteen["cards"], thirteen["deck"]) == ([2, 4], 13, 54)
    assert thirteen["options"]["wheel"] == {"default": "second", "values": ["second", "low"]}
    assert "十三水" in output("games", "--lang", "zh")
    assert "Thirteen Water" in output("games")


@pytest.mark.parametrize("name", HANDS)
def test_rules_say_everything(name: str) -> None:
    text = output("rules", name)
    data = json.loads(output("rules", name, "--json"))
    order = data["ranking"]["order"]
    places = [re.search(rf"\d\.\t{category}\t", text) for category in order]
    starts = [place.start() for place in places if place]
    assert len(starts) == len(order)
    assert starts == sorted(starts)
    for key, option in data["options"].items():
        assert re.search(rf"\t{key}\t.*{option['clause']}", text)
    for part in ("settlement", "specials", "bonuses"):
        for key, value in (data.get(part) or {}).items():
            assert value is None or value == {} or re.search(rf"\t{key}[\t.]", text), key
    assert data["category"][order[0]]["name"] in text
    assert "牌型" not in text
    assert "牌型" in output("rules", name, "--lang", "zh")


def test_rules_show_the_default_and_what_is_in_force() -> None:
    assert re.search(r"\twheel\tsecond \| low\tdefault second\t", output("rules", "shisanshui"))
    changed = output("rules", "shisanshui", "-o", "wheel=low")
    assert re.search(r"\twheel\tsecond \| low\tdefault second, now low\t", changed)
    assert "straight from the ace\tlow\n" in changed


def test_doctor() -> None:
    text = output("doctor")
    assert "all right" in text
    assert lipai.__version__ in text
    found = json.loads(output("doctor", "--json"))
    assert found["ok"] is True
    assert found["wrong"] == []
    assert found["checks"] > 0
    sets = found["instruction_sets"]
    assert sets["chosen"] in sets["available"]
    assert "scalar" in sets["available"]
    assert set(sets["available"]) <= set(sets["known"])


def test_doctor_finds_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from lipai.cli import doctor

    wrong = ("SSS-3 nonsense", 1, lambda g: g("shisanshui").compare("AS AH 2C", "AD AC 2S"))
    broken = ("SSS-3 a fault", 1, lambda g: g("shisanshui").compare("AS AH 2C", "ZZ"))
    monkeypatch.setattr(doctor, "KNOWN", (*doctor.KNOWN, wrong, broken))
    done = command("doctor")
    assert done.exit_code == 1
    assert "SSS-3 nonsense: 0, not 1" in done.stdout
    assert "CardError" in done.stdout


def test_bench() -> None:
    found = [json.loads(line) for line in output("bench", "--quick", "--only", "rank", "--json").splitlines()]
    assert {one["game"] for one in found} >= set(HANDS)
    assert {one["group"] for one in found} == {"rank"}
    for one in found:
        assert one["per_second"] == pytest.approx(one["items"] / one["seconds"])
        assert one["to_read"] > 0
        assert (one["to_scalar"] == 1) is (one["isa"] == "scalar")
        if one["target"]:
            at_least = one["target"]["at_least"]
            assert one["reached"] is (one[one["target"]["of"]] >= at_least)
    assert [one["ratio"] is not None for one in found] == ["jokers" in one["case"] for one in found]
    assert all(one["target"] for one in found if one["game"] == "shisanshui" and "5 cards" in one["case"])
    for group in ("expected", "settle", "stud", "climbing", "mahjong"):
        rows = [json.loads(line) for line in output("bench", "--quick", "--only", group, "--json").splitlines()]
        assert {row["group"] for row in rows} == {group}
        assert all(row["per_second"] > 0 for row in rows)
    text = output("bench", "--quick", "--only", "read")
    assert "bytes alone" in text
    assert "rank_many" not in text
    assert command("bench", "--only", "nothing").exit_code == 2


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # eval7 uses old names of pyparsing
def test_bench_beside_others() -> None:
    found = [json.loads(line) for line in output("bench", "--quick", "--only", "public", "--json").splitlines()]
    ours = [one for one in found if one["game"] == "lipai"]
    assert [one["case"] for one in ours] == ["5 cards from text", "5 cards, prepared"]
    assert all(one["against"] == f"lipai {one['case']}" for one in found if one["game"] != "lipai")
    rows = [line.split("\t") for line in output("bench", "--quick", "--only", "threads").splitlines()[1:]]
    assert rows[0][-2:] == ["target", "reached"]
    assert {row[-1] for row in rows[2::2]} <= {"yes", "no"}
    assert {row[-2] for row in rows[2::2]} == {">= 1.8"}


def test_targets() -> None:
    for isa, reach in (("scalar", 0.4e9), ("avx2", 0.8e9), ("avx512", 1.5e9)):
        for name, share in (("shisanshui", 1), ("baishisan", 0.5)):
            target = targets.rank(name, 5, isa, False)
            assert target is not None
            assert (target.reached_by(reach * share), target.reached_by(reach * share - 1)) == (True, False)
    assert targets.rank("shisanzhang", 3, "avx2", False) is None
    assert targets.rank("shisanshui", 5, "avx2", True) == targets.HALF_OF_NATURAL
    most = [targets.arrange(n, what, j).at_most for n, what, j in ((13, "strongest", True), (13, "utilities", False))]
    assert most == [3000, 8000]
    assert targets.arrange(13, "utilities", True).reached_by(25_000)
    assert not targets.arrange(9, "utilities", True).reached_by(401)


# ---- languages


def test_languages() -> None:
    for arguments in (("--lang", "zh", "rank"), ("rank", "--lang", "zh")):
        assert "同花顺" in output(*arguments, "shisanshui", "AS KS QS JS TS")
    assert "straight flush" in output("--lang", "zh", "rank", "shisanshui", "AS KS QS JS TS", "--lang", "en")
    assert "单张" in output("rank", "biji", "AS KD 2C", "--lang", "zh")  # by the game's own name


def test_the_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert language_of(None) == "en"
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert language_of(None) == "zh"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert language_of(None) == "en"
    monkeypatch.setenv("LIPAI_LANG", "zh")
    assert language_of(None) == "zh"
    assert language_of("en") == "en"
    assert "合法" in output("check", "shisanshui", *LEGAL)


@pytest.mark.parametrize(
    ("name", "piles", "reason"),
    [
        ("shisanshui", FOUL, "后墩（葫芦）小于中墩（同花顺）：SSS-6"),
        ("shisanshui", ("AS AH AD", "KS KH KD 2C 3C", "4S 5S 6S 7S 8S"), "中墩（三条）小于前墩（三条）：SSS-6"),
        ("biji", ("AS AH 2C", "KS KH 2D", "QS QH QD"), "第二锅（对子）小于第一锅（对子）：BJ-1"),
    ],
)
def test_reasons_in_chinese(name: str, piles: tuple[str, ...], reason: str) -> None:
    verdict, _, told = output("check", name, *piles, "--lang", "zh").rstrip("\n").split("\t")
    assert (verdict, told) == ("倒水", reason)
    assert "smaller than" in json.loads(output("check", name, *piles, "--lang", "zh", "--json"))["reason"]
    assert output("check", "shisanshui", *LEGAL, "--lang", "zh").count("\t") == 1


def test_a_reason_that_piles_are_equal_in_chinese(tmp_path: Path) -> None:
    path = tmp_path / "strict.toml"
    path.write_text('extends = "shisanshui"\nid = "strict"\nname = "x"\npiles.order = "increasing"', encoding="utf-8")
    piles = ("9S 7H 5D", "AS KH QD JC 9C", "AH KS QH JD 9H")
    assert "后墩（乌龙）等于中墩（乌龙）：SSS-6" in output("check", str(path), *piles, "--lang", "zh")


@pytest.mark.parametrize("name", HANDS)
def test_rules_in_chinese_are_chinese(name: str) -> None:
    """What is left of English is what the user types: ids, keys and values of options."""
    text = output("rules", name, "--lang", "zh")
    before, _, after = text.partition("\n选项\n")
    options, _, after = after.partition("\n\n")
    rest = re.sub(r"来源\t\S+", "", (before + after).replace(name, "", 1))
    assert not re.search(r"[a-z]{2}", rest), rest
    for line in options.splitlines():
        for word in re.findall(r"[a-z_]{2,}", line.split("默认")[0]):
            assert f"{word}（" in line, word


def test_every_word_of_rules_is_chinese() -> None:
    for word, chinese in _OF_RULES.items():
        assert word.isascii(), word
        assert not chinese.isascii(), word


def test_every_word_is_in_both_languages() -> None:
    for word, (english, chinese) in _WORDS.items():
        assert english.isascii(), word
        assert not chinese.isascii(), word
