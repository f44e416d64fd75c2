import { queryDatabase } from '../support/query-database.ts'
import { inParallel, until } from '../support/player.ts'
import type { Product } from '../support/product.ts'
import { type ExpectedState, type ExpectedPlayer, type ExpectedTicket, hundredths } from './expected-state.ts'
import { type Person } from './model-players.ts'
import type { Rulebook } from '../support/market-rules.ts'
import { offerOf, type Terms } from './model-rules.ts'

type Row = {
  id: string
  user_id: string
  status: 'pending' | 'won' | 'lost' | 'void' | 'cashout'
  payout: number | null
  total_stake: number
  cashed_stake: number
  cashed_out: number
  total_odds: string
  bonus_percentage: number
  potential_win: number
  max_payout: number
  bonus_min_odds: number
  rulebook: Rulebook
  joint: { game: string; odds: number }[] | null
}

const TICKETS = `
  select t.id, t.user_id, t.status, t.payout, t.total_stake, t.cashed_stake, t.cashed_out, t.total_odds::text, t.bonus_percentage, t.potential_win,
         t.max_payout, t.bonus_min_odds, t.rulebook,
         (select json_agg(distinct jsonb_build_object('game', l.game_id, 'odds', l.same_game->'oddsHundredths'))
            from ticket_legs l where l.ticket_id = t.id and l.same_game is not null) as joint
    from tickets t where t.id = any($1::uuid[])`

const STATES = `
  select p.id, a.balance, coalesce(b.placed, 0) as placed, coalesce(b.valid_tickets, 0) as valid,
         (select count(*) from tickets t where t.user_id = p.id) as tickets
    from accounts a join profiles p on p.id = a.id left join player_counters b on b.user_id = p.id
   where p.id = any($1::uuid[])`

/**
 * Compares the full state with the model while no requests run, and reports differences. Also settles the model's
 * tickets.
 */
export async function inspect(
  product: Product,
  expected: ExpectedState,
  people: readonly Person[],
): Promise<readonly object[]> {
  await until('everything that is over is settled', async () => {
    const [row] = await queryDatabase(
      product,
      `select (select count(*) from game_results where result_version > settled_version) as games,
              (select count(*) from cashouts where state = 'checking') as cashouts,
              (select count(*) from transactions where status = 'pending') as payments`,
    )
    return row !== undefined && Object.values(row).every((count) => Number(count) === 0)
  })
  const differences: object[] = []
  const open = people.flatMap((person) =>
    person.expected.tickets
      .filter((ticket) => ticket.end === null || expected.isUncertain(ticket))
      .map((ticket) => ({ person, ticket })),
  )
  const rows = await ticketRows(product, open)
  for (const each of open) differences.push(...readTerms(each.ticket, rows.get(each.ticket.id), expected))
  // A bet committed while its game was being settled waits for the next sweep, or for its owner to open it.
  const late = open.filter(({ ticket }) => rows.get(ticket.id)?.status === 'pending' && isOver(expected, ticket))
  await inParallel(late, 8, async ({ person, ticket }) => {
    if (person.expected.account.latest() === 'active')
      await person.client.must('GET /api/bets/{id}', { params: { id: ticket.id } })
  })
  const after = late.length === 0 ? rows : new Map([...rows, ...(await ticketRows(product, late))])
  for (const { person, ticket } of open)
    differences.push(...compare(person.expected, ticket, after.get(ticket.id), expected))
  for (const game of expected.games.values()) game.correctedFrom = null
  await resolveDeposits(product, people)
  await resolveCashouts(product, people)
  return [...differences, ...(await comparePlayers(product, people))]
}

const isOver = (expected: ExpectedState, ticket: ExpectedTicket): boolean =>
  ticket.terms !== null && expected.endOfTicket(ticket).status !== 'pending'

async function ticketRows(product: Product, of: readonly { ticket: ExpectedTicket }[]): Promise<Map<string, Row>> {
  const rows = await queryDatabase<Row>(product, TICKETS, [of.map(({ ticket }) => ticket.id)])
  return new Map(rows.map((row) => [row.id, row]))
}

/** A ticket's stored terms must have been in force, and its potential payout must follow from them. */
function readTerms(ticket: ExpectedTicket, row: Row | undefined, expected: ExpectedState): readonly object[] {
  if (row === undefined) return [{ what: 'a ticket is not stored', ticket: ticket.served }]
  if (ticket.terms !== null) return []
  const joint = new Map((row.joint ?? []).map(({ game, odds }) => [game, BigInt(odds)]))
  ticket.games = ticket.games.map((game) => ({ ...game, odds: joint.get(game.gameId) ?? game.odds }))
  const terms: Terms = {
    stake: ticket.stake,
    rulebook: row.rulebook,
    bonusMinOdds: BigInt(row.bonus_min_odds),
    maxPayout: BigInt(row.max_payout),
  }
  ticket.terms = terms
  const wereInForce = expected.settings
    .seen(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
    .some(
      (set) =>
        set.settlement_rulebook === terms.rulebook &&
        hundredths(set.bonus_min_odds) === terms.bonusMinOdds &&
        hundredths(set.max_payout) === terms.maxPayout,
    )
  if (!wereInForce) return [{ what: 'a ticket has terms that were never in force', terms }]
  const { totalOdds, bonusPercent, potentialWin } = offerOf(ticket.games, terms)
  const { served } = ticket
  const isStored =
    hundredths(served.totalOdds) === totalOdds &&
    BigInt(served.bonusPercentage) === bonusPercent &&
    hundredths(served.potentialWin) === potentialWin &&
    BigInt(row.potential_win) === potentialWin &&
    row.total_odds === served.totalOdds.toFixed(2)
  return isStored
    ? []
    : [{ what: 'a ticket promises something else', served, model: { totalOdds, bonusPercent, potentialWin } }]
}

function compare(
  player: ExpectedPlayer,
  ticket: ExpectedTicket,
  row: Row | undefined,
  expected: ExpectedState,
): readonly object[] {
  if (row === undefined || ticket.terms === null) return []
  const payout = BigInt(row.payout ?? 0)
  const { checking } = ticket
  if (checking?.part === BigInt(row.cashed_stake) - ticket.cashedStake) {
    const paid = BigInt(row.cashed_out) - ticket.cashedOut
    if (isWithin(paid, checking.offer)) expected.cashOutPart(player, ticket, checking.part, paid)
  }
  if (BigInt(row.cashed_stake) !== ticket.cashedStake || BigInt(row.cashed_out) !== ticket.cashedOut)
    return [{ what: 'other parts of a ticket were cashed out', ticket, row }]
  if (row.status === 'cashout') {
    // The payout is the lower of the accepted offer and the one at the decision, at most 1 % less.
    if (checking?.part === null && isWithin(payout, checking.offer)) expected.cashOut(player, ticket, payout, true)
    return ticket.end?.payout === payout ? [] : [{ what: 'a ticket was cashed out for another sum', ticket, row }]
  }
  ticket.checking = null
  const outcome = expected.endOfTicket(ticket)
  if (row.status === 'pending') {
    expected.reopen(player, ticket)
    // A ticket that is lost while other games continue is settled by the next sweep.
    const isWaiting =
      outcome.status === 'pending' || !expected.isTouched(ticket) || player.account.latest() === 'suspended'
    return isWaiting ? [] : [{ what: 'a ticket is not settled', ticket, outcome }]
  }
  if (row.status !== outcome.status || payout !== outcome.payout)
    return [{ what: 'a ticket came to something else', ticket, row, outcome }]
  expected.settle(player, ticket, outcome)
  return []
}

/** Whether a checked acceptance may have paid this: at most 1 % less than accepted, and the rounding of a part. */
const isWithin = (paid: bigint, offer: bigint): boolean => paid <= offer && (paid + 1n) * 100n >= offer * 99n

/** Reads from the database whether deposits arrived whose response was cut off by a suspension. */
async function resolveDeposits(product: Product, people: readonly Person[]): Promise<void> {
  for (const { expected: player } of people) {
    if (player.coming === 0n) continue
    const [last] = await queryDatabase<{ status: string; amount: number }>(
      product,
      `select status, amount from transactions where user_id = $1 and type = 'deposit' order by created_at desc limit 1`,
      [player.id],
    )
    if (last?.status === 'success' && BigInt(last.amount) === player.coming) player.balance += player.coming
    player.coming = 0n
  }
}

/** Reads from the database which tickets ended by a cash-out before the start, if their game began during it. */
async function resolveCashouts(product: Product, people: readonly Person[]): Promise<void> {
  const ids = people.flatMap(({ expected: { unclear } }) => unclear)
  const rows = await queryDatabase<{ ticket: string }>(
    product,
    `select ticket_id as ticket from cashouts
      where ticket_id = any($1::uuid[]) and state = 'paid' and stake is null and not in_play`,
    [ids],
  )
  const beforeStart = new Set(rows.map(({ ticket }) => ticket))
  for (const { expected: player } of people) {
    player.validTickets -= player.unclear.filter((id) => beforeStart.has(id)).length
    player.unclear = []
  }
}

async function comparePlayers(product: Product, people: readonly Person[]): Promise<readonly object[]> {
  const rows = await queryDatabase<{ id: string; balance: number; placed: number; valid: number; tickets: number }>(
    product,
    STATES,
    [people.map(({ expected: player }) => player.id)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return people.flatMap(({ expected: player }) => {
    const row = byId.get(player.id)
    const stored = [row?.balance, row?.placed, row?.valid, row?.tickets].map(Number)
    const model = [Number(player.balance), player.tickets.length, player.validTickets, player.tickets.length]
    if (stored.every((figure, at) => figure === model[at])) return []
    return [{ what: 'balance, bets placed, valid bets, tickets', player: player.id, stored, model }]
  })
}
