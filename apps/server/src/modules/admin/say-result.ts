import { halfTimeOf, scoreOf } from '@mupiira/domain/match/goals.ts'
import { addUgx, type Ugx } from '@mupiira/domain/money/ugx.ts'
import { err, ok, type Result } from '@mupiira/domain/result.ts'
import type { Db, Tx } from '../../kernel/db/sql.ts'
import type { Audit } from '../audit/index.ts'
import type { Catalogue, GameRow, OperatorsResult, ResultRefusal } from '../catalogue/index.ts'
import type { Settlement } from '../settlement/index.ts'
import { ALONE_FLAG, type Approvals } from './approvals.ts'
import type { Judgement } from './four-eyes.ts'

export type SayDoors = {
  readonly audit: Pick<Audit, 'record'>
  readonly catalogue: Pick<Catalogue, 'game' | 'decideResult'>
  readonly settlement: Pick<Settlement, 'previewResult'>
}
type Staff = { readonly actorId: string; readonly address: string }
type Asked = { readonly gameId: string; readonly said: OperatorsResult; readonly title: string }

export const RESULT_REFUSALS = {
  GAME_NOT_FOUND: 'GAME_NOT_FOUND',
  NOT_STARTED: 'RESULT_TOO_EARLY',
  IMPOSSIBLE_SCORE: 'RESULT_IMPOSSIBLE',
  SAME_RESULT: 'RESULT_SAME',
} as const satisfies { readonly [refusal in ResultRefusal]: string }
export type SayRefusal = (typeof RESULT_REFUSALS)[ResultRefusal]

const KIND = 'say-result'

export type SayResult = ReturnType<typeof createSayResult>

export const VOID: OperatorsResult = { kind: 'void', reason: 'CANCELLED' }

/** The result that a game's goals make. */
export const playedBy = ({ goalEvents }: GameRow): OperatorsResult => ({
  kind: 'result',
  score: scoreOf(goalEvents),
  halfTime: halfTimeOf(goalEvents),
  goals: goalEvents,
})

/** Whether a game may get this verdict with nobody's word on it: not where it moves more than the threshold. */
export type JudgeEnd = (decided: GameRow, now: Date) => Promise<Judgement>

/**
 * For what decides a match by hand beside its result: its clock, and its form. One member of staff has typed its goals,
 * its minutes and its times. It goes through the bets of the game: nothing is locked meanwhile.
 */
export const createJudgeEnd =
  (db: Db, { settlement }: Pick<SayDoors, 'settlement'>, { fourEyes }: Approvals): JudgeEnd =>
  async (decided, now) => {
    const effect = await settlement.previewResult(decided.id, saidBy(decided), now)
    if (!effect.ok) return 'wait'
    return db.transaction((tx) => judgeEffect(tx, fourEyes, effect.value, effect.value.paidUgx, now))
  }

/** The result of a game's verdict itself: without a list of goals it is the stored score's. */
function saidBy({ verdict, goalEvents }: GameRow): OperatorsResult {
  if (verdict?.kind !== 'result') return VOID
  const { home, away } = verdict.result
  const halfTime = 'halfTime' in verdict.result ? verdict.result.halfTime : null
  const goals = goalEvents.length === 0 ? {} : { goals: goalEvents }
  return { kind: 'result', score: { home, away }, halfTime, ...goals }
}

/** What moves more bets than a preview looks at moves more than the threshold. */
const judgeEffect = (
  tx: Tx,
  fourEyes: Approvals['fourEyes'],
  { isWhole }: { readonly isWhole: boolean },
  movedUgx: Ugx,
  now: Date,
): Promise<Judgement> => (isWhole ? fourEyes.judge(tx, movedUgx, now) : fourEyes.judgeAlways(tx, now))

/** In the audit log, with what was done. */
export const flagOf = (judgement: Judgement): { readonly flag?: string } =>
  judgement === 'alone' ? { flag: ALONE_FLAG } : {}

/** Asked before the clock ends a match by hand, which is written down as the deed of nobody. */
export const createMayEndByClock =
  (judgeEnd: JudgeEnd, { audit }: Pick<SayDoors, 'audit'>): Parameters<Catalogue['beforeClockEnds']>[0] =>
  async (ended, now) => {
    const judgement = await judgeEnd(ended, now)
    if (judgement === 'wait') return null
    const { id, verdict, resultVersion: version } = ended
    const deed = { actorId: null, address: '', action: 'game.result', subject: `game:${id}` } as const
    const after = { verdict, version, ...flagOf(judgement) }
    return (tx) => audit.record(tx, { ...deed, after, reason: 'Ended by its clock' }, now)
  }

/** For whoever is asked to agree: a result that he cannot read is none that he has looked at. */
function inWords(said: OperatorsResult): string {
  if (said.kind === 'void') return 'all bets void'
  const { score, halfTime, goals = [] } = said
  const listed = goals.map(({ minute, team, scorer, ownGoal }) =>
    [`${minute}' ${team}`, ownGoal === true ? 'own goal' : (scorer ?? '')].filter((part) => part !== '').join(' '),
  )
  return [
    `${score.home} – ${score.away}`,
    ...(halfTime === undefined
      ? []
      : [`half time ${halfTime === null ? 'not known' : `${halfTime.home} – ${halfTime.away}`}`]),
    ...(listed.length === 0 ? [] : [`goals ${listed.join(', ')}`]),
  ].join(', ')
}

/** The result of a game by staff, the first or a corrected one; what moves more than the threshold waits (ADMT-30). */
export function createSayResult(db: Db, { audit, catalogue, settlement }: SayDoors, { fourEyes, register }: Approvals) {
  async function say(
    tx: Tx,
    { gameId, said, reason, by }: { gameId: string; said: OperatorsResult; reason: string; by: Staff },
    now: Date,
    flags: object = {},
  ): Promise<Result<GameRow, SayRefusal>> {
    const before = await catalogue.game(gameId)
    const done = await catalogue.decideResult(tx, gameId, said, { actorId: by.actorId, note: reason }, now)
    if (!done.ok) return err(RESULT_REFUSALS[done.error])
    const { resultVersion, verdict } = done.value
    const deed = {
      action: resultVersion > 1 ? 'game.resettle' : 'game.result',
      subject: `game:${gameId}`,
      before: { verdict: before?.verdict ?? null, version: before?.resultVersion ?? 0 },
      after: { verdict, version: resultVersion, ...flags },
      reason,
    } as const
    await audit.record(tx, { ...by, ...deed }, now)
    return ok(done.value)
  }

  register(KIND, async (tx, approval, by, now) => {
    const { gameId, said } = approval.asked as Asked
    const done = await say(tx, { gameId, said, reason: approval.reason, by }, now, { askedBy: approval.askedBy })
    return done.ok ? ok(undefined) : err(done.error)
  })

  return async (
    asked: { readonly gameId: string; readonly said: OperatorsResult; readonly reason: string; readonly by: Staff },
    now: Date,
  ): Promise<Result<{ readonly game: GameRow } | { readonly approvalId: string }, SayRefusal>> => {
    const { gameId, said, reason, by } = asked
    const game = await catalogue.game(gameId)
    const effect = await settlement.previewResult(gameId, said, now)
    if (game === null) return err('GAME_NOT_FOUND')
    if (!effect.ok) return err(RESULT_REFUSALS[effect.error])
    const movedUgx = addUgx(effect.value.paidUgx, effect.value.takenBackUgx)
    return db.transaction(async (tx) => {
      const judgement = await judgeEffect(tx, fourEyes, effect.value, movedUgx, now)
      if (judgement === 'wait') {
        const subject = `game:${gameId}` as const
        const waiting: Asked = { gameId, said, title: `${game.name}: ${inWords(said)}` }
        const proposal = {
          kind: KIND,
          subject,
          amountUgx: movedUgx,
          asked: waiting,
          reason,
          askedBy: by.actorId,
          once: true,
        } as const
        const approvalId = await fourEyes.propose(tx, proposal, now)
        await audit.record(tx, { ...by, action: 'game.result', subject, after: { said, waits: true }, reason }, now)
        return ok({ approvalId })
      }
      const done = await say(tx, asked, now, flagOf(judgement))
      return done.ok ? ok({ game: done.value }) : done
    })
  }
}
