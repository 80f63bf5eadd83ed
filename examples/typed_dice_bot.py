"""A chat bot that referees a duel: captains give the orders, the people in the channel throw the dice.

`Bot.hear` takes one line of chat and returns the lines to send. The battle is at rest between two lines,
so a bot can be stopped, saved and started again anywhere.

Run it in a terminal:  python examples/typed_dice_bot.py
"""

from __future__ import annotations

import sys

import navalrules as nr


class Bot:
    """One duel in one channel."""

    def __init__(self, scenario: str = "kearsarge-alabama") -> None:
        self.battle = nr.Battle.begin(nr.scenario(scenario), dice=nr.Asked())
        self.captains = {side.name: nr.captains.CloseAction() for side in self.battle.scenario.sides}
        self.told: list[str] = []
        self.battle.bus.subscribe(nr.ShotFired, self._shot)
        self.battle.bus.subscribe(nr.ShipStruck, lambda event: self.told.append(f"{event.ship} strikes!"))
        self.battle.bus.subscribe(nr.ShipSank, lambda event: self.told.append(f"{event.ship} goes down."))
        self.battle.bus.subscribe(nr.BattleEnded, self._ended)

    def _shot(self, event: nr.ShotFired) -> None:
        told = "hits" if event.hit else "misses"
        self.told.append(f"{event.ship}'s {event.weapon} {told} {event.target} at {event.range:.0f} inches.")

    def _ended(self, event: nr.BattleEnded) -> None:
        self.told.append(f"The battle is over: {event.winner or 'nobody'} wins.")

    def hear(self, line: str) -> list[str]:
        """Answer one line of chat: "undo", or the face of the die that was asked for."""
        self.told = []
        wanted = self.die()
        if line.strip() == "undo":
            self._take_back()
        elif wanted is not None and line.strip():
            self._throw(wanted, line)
        prompt = self._prompt()
        return [*self.told, *prompt]

    def _take_back(self) -> None:
        """Take back the last die and whatever was answered after it."""
        thrown = [index for index, order in enumerate(self.battle.answers) if order.kind == nr.Die.kind]
        if thrown:
            self.battle.undo(len(self.battle.answers) - thrown[-1])
            self.told.append("The last die is taken back.")

    def die(self) -> nr.Request | None:
        """Go on until a die is wanted; the captains answer everything else."""
        while True:
            self.battle.advance()
            owed = self.battle.requests
            dice = [request for request in owed if request.kind == nr.Die.kind]
            if dice or not owed:
                return dice[0] if dice else None
            for request in owed:
                self.battle.submit(self.captains[request.side](self.battle.imagine(0, request.side), request))

    def _throw(self, wanted: nr.Request, line: str) -> None:
        if not line.strip().isdigit():
            self.told.append(f"I need a number, not {line.strip()!r}.")
            return
        try:
            self.battle.submit(nr.Die(ship=wanted.ship, about=wanted.about, face=int(line)))
        except nr.IllegalOrder as illegal:
            self.told.append(str(illegal))

    def _prompt(self) -> list[str]:
        wanted = self.die()
        if wanted is None:
            return []
        sides = len(wanted.options() or ())
        return [f"{wanted.side}, throw a d{sides} for {wanted.ship}: {wanted.about}?"]


def main() -> None:
    """Referee a duel on this terminal until it is over or nobody types any more."""
    bot = Bot()
    print("\n".join(bot.hear("")))
    for line in sys.stdin:
        print("\n".join(bot.hear(line)))
        if bot.battle.over:
            return


if __name__ == "__main__":
    main()
