import { ZERO } from '@mupiira/domain/money/ugx.ts'
import { err, ok } from '@mupiira/domain/result.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { type Approvals, AUDIT_FLAGS, type Outdated } from '../../../kernel/access/approvals.ts'
import type { Staff } from '../../../kernel/access/staff.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/sql.ts'
import type { Audit } from '../../audit/index.ts'
import { type Betting, presentOpenTickets } from '../../betting/index.ts'
import {
  type BaseOdds,
  baseOddsOf,
  type BaseOddsRisk,
  type Catalogue,
  describeForm,
  type GameRow,
  haveSameOdds,
  matchOddsOf,
} from '../../catalogue/index.ts'
import { oddsBeforeChanges, recordBaseOddsChange } from './base-odds.repository.ts'

export type BaseOddsDeps = {
  readonly clock: Clock
  readonly audit: Audit['commands']
  readonly exposure: Betting['exposure']
  readonly catalogue: Pick<Catalogue, 'games' | 'manualGames'>
  readonly baseOddsRisk: BaseOddsRisk
}

type Changed = { readonly before: GameRow; readonly after: GameRow; readonly at: Date }

/** New base odds that one member of staff must not set alone. */
export type RiskyBaseOdds = {
  /** `alone`: there is no second approver, so the author types the odds again. */
  readonly approval: 'alone' | 'wait'
  /** What the odds give away. */
  readonly text: string
  readonly typed: string
  /** The odds that they are compared with; null if the game had none. */
  readonly known: BaseOdds | null
}

/** The data of a request. `known`: see `RiskyBaseOdds`. */
type Requested = {
  readonly gameId: string
  readonly from: BaseOdds
  readonly to: BaseOdds
  readonly known: BaseOdds | null
  readonly risk: string
  readonly title: string
}

const OUTDATED: Outdated = { code: 'APPROVAL_OUTDATED', what: 'The odds or the state of this game' }
const NO_ODDS_BEFORE = 'the game has bets, but no earlier odds to compare with'

export type BaseOddsCommands = ReturnType<typeof createBaseOdds>

/**
 * Base odds follow the rule for manual odds (decisions 0019 and 0026). They are compared with the odds before the first
 * unapproved change of the last 24 hours, so that many small changes count as one.
 */
export function createBaseOdds(deps: BaseOddsDeps, { fourEyes, register }: Approvals<'GAME_NOT_FOUND' | Outdated>) {
  const { audit, baseOddsRisk, catalogue, clock, exposure } = deps

  async function riskOf(game: GameRow, known: BaseOdds | null, hasBets: boolean): Promise<string | null> {
    const after = baseOddsOf(game)
    if (known === null && hasBets && matchOddsOf(after) !== null) return NO_ODDS_BEFORE
    return baseOddsRisk(game, { before: known, after })
  }

  const openBets = async (tx: Tx, gameId: string) => presentOpenTickets(await exposure.openTicketsOn(tx, [gameId]))

  register('base-odds', async (tx, { request, requestedBy, reason }, by) => {
    const { gameId, from, to, known, risk } = request as Requested
    const game = await catalogue.games.lock(tx, gameId)
    if (game === null) return err('GAME_NOT_FOUND')
    if (game.source === 'feed' || game.resultVersion > 0 || !haveSameOdds(game, from)) return err(OUTDATED)
    // The margins or the rule may have changed, so that the approver would read other figures.
    if (risk !== NO_ODDS_BEFORE && (await baseOddsRisk(game, { before: known, after: to })) !== risk)
      return err(OUTDATED)
    const now = clock.now()
    const after = await catalogue.manualGames.change(tx, gameId, to, now)
    if (after === null) return err('GAME_NOT_FOUND')
    await recordBaseOddsChange(tx, { gameId, before: from, isApproved: true, by: requestedBy }, now)
    const facts = { requestedBy, risk, openBets: await openBets(tx, gameId) }
    const states = { before: describeForm(game), after: { ...describeForm(after), ...facts } }
    await audit.record(tx, { ...by, action: 'game.edit', subject: `game:${gameId}`, ...states, reason }, now)
    return ok(now)
  })

  return {
    /** Null if one member of staff may set these odds alone. */
    async riskOf(tx: Tx, { before, after, at }: Changed, actorId: string): Promise<RiskyBaseOdds | null> {
      const earlier = await oddsBeforeChanges(tx, after.id, new Date(at.getTime() - DAY_MS))
      const known = earlier ?? (matchOddsOf(before) === null ? null : baseOddsOf(before))
      const hasBets = known === null && (await exposure.gamesWithBets(tx, [after.id])).has(after.id)
      const text = await riskOf(after, known, hasBets)
      if (text === null) return null
      const approval = await fourEyes.requireApproval(tx, { kind: 'base-odds', actorId }, at)
      return { approval, text, typed: oddsText(after), known }
    },

    /** Requests a second approver. Nothing else of the form is saved. */
    async propose(
      tx: Tx,
      { before, after }: Changed,
      { risk, reason, by }: { readonly risk: RiskyBaseOdds; readonly reason: string; readonly by: Staff },
    ): Promise<'ODDS_WAIT' | 'GAME_CHANGED'> {
      const game = await catalogue.games.lock(tx, before.id)
      if (game === null || !haveSameOdds(game, before)) return 'GAME_CHANGED'
      const now = clock.now()
      const subject = `game:${before.id}` as const
      const title = `${before.name}: base odds ${oddsText(before) || 'none'} → ${oddsText(after)}; ${risk.text}`
      const [from, to] = [baseOddsOf(before), baseOddsOf(after)]
      const request: Requested = { gameId: before.id, from, to, known: risk.known, risk: risk.text, title }
      const proposal = {
        kind: 'base-odds',
        subject,
        amountUgx: ZERO,
        request,
        reason,
        requestedBy: by.actorId,
      } as const
      await fourEyes.propose(tx, { ...proposal, once: true }, now)
      const wanted = { wanted: title, waits: true, openBets: await openBets(tx, before.id) }
      await audit.record(tx, { ...by, action: 'game.edit', subject, after: wanted, reason }, now)
      return 'ODDS_WAIT'
    },

    /** Stores the previous odds of a change that is saved. `risk`: confirmed by its author. */
    record: (tx: Tx, { before, at }: Changed, by: string, risk: RiskyBaseOdds | null): Promise<number> =>
      recordBaseOddsChange(tx, { gameId: before.id, before: baseOddsOf(before), isApproved: risk !== null, by }, at),
  }
}

/** The audit entry's facts about odds that their author confirmed alone. */
export const factsOf = (risk: RiskyBaseOdds | null): { readonly flag?: string; readonly risk?: string } =>
  risk === null ? {} : { flag: AUDIT_FLAGS.odds, risk: risk.text }

/** "2.10 3.40 3.60", as staff type it to confirm; empty without odds. */
const oddsText = ({ homeOdds, drawOdds, awayOdds, over25Odds, under25Odds }: BaseOdds): string =>
  [homeOdds, drawOdds, awayOdds, over25Odds, under25Odds]
    .flatMap((odds) => (odds === null ? [] : (odds / 100).toFixed(2)))
    .join(' ')
