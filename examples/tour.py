# %% [markdown]
# # A tour of navalrules
#
# A plain Python file in cells: any editor that knows `# %%` runs it cell by cell, and
# `python examples/tour.py` runs it whole.

# %%
import navalrules as nr

sorted(nr.rulesets())

# %% [markdown]
# ## A scenario, and a battle under its ruleset

# %%
scenario = nr.scenario("shannon-chesapeake")
battle = nr.Battle.begin(scenario, ruleset="ratings", seed=1813)
battle.advance()  # as far as it goes without an answer
[(request.ship, request.kind) for request in battle.requests]

# %% [markdown]
# What is owed can be answered one by one. Every request has a default, and says why an order will not do.

# %%
request = battle.requests[0]
try:
    battle.submit(nr.Chosen(ship=request.ship, option="ram her"))
except nr.IllegalOrder as error:
    print(error)
battle.submit(request.default)

# %% [markdown]
# Or let captains fight it out.

# %%
battle = nr.Battle.begin(scenario, ruleset="ratings", seed=1813)
result = battle.run({side.name: nr.captains.CloseAction() for side in scenario.sides})
print(result.winner, "wins:", result.why, "in turn", result.turns)
for ship in result.ships.values():
    print(ship["name"], ship["status"], ship["left"])

# %% [markdown]
# ## Why?
#
# Every ruling in the log shows its working. Which broadside did the most harm?

# %%
shots = [event for event in battle.log if isinstance(event, nr.ShotFired) and event.hit]
ruling = max((shot.rulings[0] for shot in shots), key=lambda ruled: ruled.need or 0)
print("fire factor", ruling.need, "die", ruling.roll.faces, "result", ruling.outcome)
for modifier in ruling.modifiers:
    title = battle.ruleset.rulebook[modifier.rule].title
    print(f"  {modifier.name} {modifier.amount:+g}  {modifier.rule}: {title}")

# %% [markdown]
# ## What if?
#
# A battle is plain data: copy it, change the dice, fight on. Here the end of the same battle on ten other
# seeds from turn 3 on.

# %%
start = nr.Battle.begin(scenario, ruleset="ratings", seed=1813)
start.run({side.name: nr.captains.CloseAction() for side in scenario.sides}, max_turns=2)
winners = []
for seed in range(10):
    other = start.copy()
    other.submit(nr.Reroll(seed=seed))
    winners.append(other.run({side.name: nr.captains.CloseAction() for side in scenario.sides}).winner)
print({name: winners.count(name) for name in sorted(set(winners))})

# %% [markdown]
# ## Other rules
#
# A number by a variant, a ruling by a house rule: both without touching the ruleset.

# %%
base = start.ruleset.tables["fires"]
calm = nr.Variant("calm", "ratings", {"full_sail": False}, {"fires": {"hull": base.whole("hull") + 1}})


@nr.house_rule("no_rakes", ruleset="ratings", replaces="RAT-BGFIRE-07")
def no_rakes(lore, sight, band):
    """Nobody is ever raked."""
    return ""


changed = nr.Battle.begin(scenario, seed=1813, variant=calm, house_rules=[no_rakes], rules={"no_rakes": True})
changed.run({side.name: nr.captains.CloseAction() for side in scenario.sides})
begun = changed.log[0]
print("variant:", begun.variant, "| switches:", dict(begun.switches))
