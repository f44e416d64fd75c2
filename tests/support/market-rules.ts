/**
 * The markets settled by a second implementation, written from the rules page (`/rules`, `/extended-rules`) and the
 * requirements. It checks the product's own settlement, so it shares no code with the product.
 */
export type Rulebook = 'house' | 'industry'
export type Team = 'home' | 'away'
export type Score = { readonly home: number; readonly away: number }
export type RuleOutcome = 'won' | 'lost' | 'void' | 'half-won' | 'half-lost' | 'undecided'

/** What is known of a match after 90 minutes with stoppage time. Null: not known. */
export type MatchFacts = Score & {
  readonly halfTime: Score | null
  readonly firstGoal: Team | 'none' | null
  /** The players who scored for their own team. */
  readonly scorers: readonly string[] | null
  /** The players who took part. */
  readonly players: readonly string[] | null
  readonly goesThrough: Team | 'nobody' | null
}

type Rule = (match: MatchFacts, selection: string, rulebook: Rulebook) => RuleOutcome

const winsIf = (fact: boolean): RuleOutcome => (fact ? 'won' : 'lost')
const goalsOf = ({ home, away }: Score): number => home + away
const resultOf = ({ home, away }: Score): string => (home > away ? '1' : home < away ? '2' : 'X')
/** By how many goals a team leads; negative if it trails. */
const leadOf = (team: string, { home, away }: Score): number => (team === 'home' ? home - away : away - home)
const concededBy = (team: string, { home, away }: Score): number => (team === 'home' ? away : home)

/** "3" is exactly three, "6+" is six or more, "2-3" is two or three. */
function isNamed(named: string, count: number): boolean {
  if (named.endsWith('+')) return count >= Number(named.slice(0, -1))
  const [from = '', to = from] = named.split('-')
  return count >= Number(from) && count <= Number(to)
}

const named =
  (count: (match: MatchFacts) => number): Rule =>
  (match, selection) =>
    winsIf(isNamed(selection, count(match)))

/** Settles each half of the stake of a quarter line at the nearest line. */
function onNearestLines(line: number, at: (line: number) => RuleOutcome): RuleOutcome {
  if (Number.isInteger(line * 2)) return at(line)
  const halves = [at(line - 0.25), at(line + 0.25)]
  if (halves.every((half) => half === halves[0])) return halves[0] ?? 'undecided'
  return halves.includes('won') ? 'half-won' : 'half-lost'
}

function overUnder(goals: number, selection: string, rulebook: Rulebook): RuleOutcome {
  const [side, named] = selection.split('_')
  const strictly = (line: number): boolean => (side === 'over' ? goals > line : goals < line)
  if (rulebook === 'house') return winsIf(strictly(Number(named)))
  return onNearestLines(Number(named), (line) => (goals === line ? 'void' : winsIf(strictly(line))))
}

function handicap(match: Score, selection: string, rulebook: Rulebook): RuleOutcome {
  const [team = '', number] = selection.split('_')
  const lead = leadOf(team, match)
  if (rulebook === 'house') return winsIf(lead + Number(number) >= 0)
  return onNearestLines(Number(number), (line) => (lead + line === 0 ? 'void' : winsIf(lead + line > 0)))
}

const overHalfTime =
  (rule: (halfTime: Score, selection: string, rulebook: Rulebook, match: MatchFacts) => RuleOutcome): Rule =>
  (match, selection, rulebook) =>
    match.halfTime === null ? 'undecided' : rule(match.halfTime, selection, rulebook, match)

const both =
  (left: string, right: string): Rule =>
  (match, selection, rulebook) => {
    const [first = '', second = ''] = selection.split('&')
    const parts = [ruledOutcome(match, left, first, rulebook), ruledOutcome(match, right, second, rulebook)]
    return winsIf(parts.every((part) => part === 'won'))
  }

/** "home_yes": yes or no to a fact about a team. */
const yesOrNo =
  (fact: (team: string, match: Score) => boolean): Rule =>
  (match, selection) => {
    const [team = '', answer] = selection.split('_')
    return winsIf(fact(team, match) === (answer === 'yes'))
  }

const RULES: Readonly<Record<string, Rule>> = {
  '1x2': (match, selection) => winsIf(selection === resultOf(match)),
  double_chance: (match, selection) => winsIf(selection.includes(resultOf(match))),
  draw_no_bet: (match, selection, rulebook) =>
    resultOf(match) === 'X' ? (rulebook === 'house' ? 'won' : 'void') : winsIf(selection === resultOf(match)),
  over_under: (match, selection, rulebook) => overUnder(goalsOf(match), selection, rulebook),
  btts: (match, selection) => winsIf((match.home > 0 && match.away > 0) === (selection === 'yes')),
  ht_ft: (match, selection, rulebook) => {
    const [half, full] = selection.split('/')
    if (full !== resultOf(match)) return 'lost'
    if (rulebook === 'house') return 'won'
    return match.halfTime === null ? 'undecided' : winsIf(half === resultOf(match.halfTime))
  },
  correct_score: ({ home, away }, selection) => winsIf(selection === `${home}-${away}`),
  asian_handicap: handicap,
  to_qualify: ({ goesThrough }, selection) => {
    if (goesThrough === null) return 'undecided'
    return goesThrough === 'nobody' ? 'void' : winsIf(selection === (goesThrough === 'home' ? '1' : '2'))
  },
  total_goals: named(goalsOf),
  exact_goals: named(goalsOf),
  odd_even: (match, selection) => winsIf(selection === (goalsOf(match) % 2 === 0 ? 'even' : 'odd')),
  home_total: named(({ home }) => home),
  away_total: named(({ away }) => away),
  first_to_score: (match, selection) => {
    const only = goalsOf(match) === 0 ? 'none' : match.away === 0 ? 'home' : match.home === 0 ? 'away' : null
    const first = only ?? match.firstGoal
    return first === null ? 'undecided' : winsIf(selection === first)
  },
  anytime_scorer: ({ scorers, players }, selection) => {
    if (scorers?.includes(selection) === true) return 'won'
    if (players?.includes(selection) === false) return 'void'
    return scorers === null || players === null ? 'undecided' : 'lost'
  },
  first_half_over_under: overHalfTime((halfTime, selection, rulebook) =>
    overUnder(goalsOf(halfTime), selection, rulebook),
  ),
  '1x2_over_under': both('1x2', 'over_under'),
  '1x2_btts': both('1x2', 'btts'),
  double_chance_over_under: both('double_chance', 'over_under'),
  clean_sheet: yesOrNo((team, match) => concededBy(team, match) === 0),
  win_to_nil: yesOrNo((team, match) => leadOf(team, match) > 0 && concededBy(team, match) === 0),
  winning_margin: (match, selection) => {
    const [team = '', margin = ''] = selection.split('_')
    if (team === 'draw') return winsIf(match.home === match.away)
    const lead = leadOf(team, match)
    return winsIf(lead > 0 && isNamed(margin, lead))
  },
  half_time_result: overHalfTime((halfTime, selection) => winsIf(selection === resultOf(halfTime))),
  highest_scoring_half: overHalfTime((halfTime, selection, _, match) => {
    const first = goalsOf(halfTime)
    const second = goalsOf(match) - first
    return winsIf(selection === (first > second ? 'first' : first < second ? 'second' : 'equal'))
  }),
}

/** The markets that have a rule here. */
export const RULED_MARKETS: readonly string[] = Object.keys(RULES)

/** The outcome of a selection. Throws if the market has no rule. */
export function ruledOutcome(match: MatchFacts, market: string, selection: string, rulebook: Rulebook): RuleOutcome {
  const rule = RULES[market]
  if (rule === undefined) throw new Error(`no rule for the market ${market}`)
  return rule(match, selection, rulebook)
}
