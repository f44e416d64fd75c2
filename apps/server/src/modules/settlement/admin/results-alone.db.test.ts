import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { DAY_MS } from '@mupiira/domain/time/durations.ts'
import { advisoryKey } from '../../../kernel/db/locks.ts'
import { untilLockWaits } from '../../../kernel/db/test-lock-waits.ts'
import { type AdminFixture, adminFixture } from '../../../testing/admin-fixture.ts'
import { type TestAccount } from '../../../testing/test-accounts.ts'
import {
  editWithConfirmation,
  enterWithConfirmation,
  GAME_FORM as FORM,
  hoursAhead,
  createManualGame,
  stepWithConfirmation,
} from '../../../testing/test-manual-games.ts'

let app: AdminFixture
let player: TestAccount
let colleague: TestAccount
beforeAll(async () => {
  app = await adminFixture()
  player = await app.player({ balanceUgx: 50_000_000 })
  colleague = await app.admin({ firstName: 'Ruth', balanceUgx: 0 })
  await app.set('four_eyes_threshold', 150_000)
})
afterAll(() => app?.close())
beforeEach(() => app.clock.forward(2 * DAY_MS))

/** A manual game at 1–0; its result pays about 63,000. */
async function played(stake = 30_000): Promise<AdminGame> {
  const game = await createManualGame(app)
  await app.bet(player, [await app.pick(game.id)], stake)
  await step(game.id, { step: 'start' })
  await step(game.id, { step: 'goal', team: 'home', minute: 1 })
  return game
}
const step = (id: string, body: object) => stepWithConfirmation(app.staff, id, body)
const entered = (home: number, away: number) => ({ kind: 'result', home, away, halfTimeHome: null, halfTimeAway: null })
const decide = (id: string, result: object, who: TestAccount = app.staff) => enterWithConfirmation(who, id, result)
const resultOf = async (id: string) => (await app.get(`/api/admin/games/${id}`)).body['result']
const ascending = (statuses: readonly number[]) => statuses.toSorted((a, b) => a - b)

describe('results that one member of staff enters without approval', () => {
  it('[ADMT-30] results without approval count together towards the threshold: of manual and feed games, sequential or concurrent, and with adjustments', async () => {
    const games = [await played(), await played(), await played(), await played()]
    const finished = await Promise.all(games.slice(0, 3).map(({ id }) => step(id, { step: 'finish' })))
    expect(ascending(finished.map(({ status }) => status))).toEqual([200, 200, 409])
    expect(finished.find(({ status }) => status === 409)?.body['code']).toBe('FINISH_WAITS')
    expect((await decide(games[3]?.id ?? '', entered(1, 0))).status).toBe(202)
    const { id: userId } = await app.wealthyPlayer()
    expect((await app.post(`/api/admin/users/${userId}/top-up`, { amount: 30_000 })).status).toBe(202)
    // The next day the sum starts at zero again.
    app.clock.forward(DAY_MS)
    expect((await step((await played()).id, { step: 'finish' })).status).toBe(200)
  })

  it('[ADMT-30] [SETL-44] every correction of a match counts as a result without approval, even a correction back', async () => {
    const { id } = await played()
    app.clock.forward(3 * 3_600_000)
    const response: number[] = []
    for (const [home, away] of [
      [1, 0],
      [0, 1],
      [1, 0],
    ] as const) {
      response.push((await decide(id, { ...entered(home, away), goals: [] })).status)
      await app.settle()
    }
    expect(response).toEqual([200, 200, 202])
  })

  it('[ADMT-30] [ADMG-13] ending matches through the game form counts as a result without approval', async () => {
    const games = [await played(), await played(), await played()]
    const end = async ({ id }: AdminGame) => {
      await step(id, { step: 'minute', minute: 85 })
      const { startTime } = (await app.get(`/api/admin/games/${id}`)).body
      const form = { ...FORM, startTime, breakDuration: 1, matchDuration: 1 }
      return editWithConfirmation(app.staff, id, form)
    }
    const ended = await Promise.all(games.map(end))
    expect(ascending(ended.map(({ status }) => status))).toEqual([200, 200, 409])
    expect(ended.find(({ status }) => status === 409)?.body['code']).toBe('GAME_EDIT_SETTLES')
  })

  it('[ADMT-30] bets that are accepted after the effect of a result was computed count towards the threshold', async () => {
    const { id } = await createManualGame(app)
    const { voided } = await app.kernel.db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [advisoryKey(`actions of ${app.staff.id}`)])
      const voided = decide(id, { kind: 'void' })
      // The effect is computed, and the decision waits.
      await untilLockWaits(app.kernel.workerDb)
      await app.bet(player, [await app.pick(id)], 200_000)
      return { voided }
    })
    expect((await voided).status).toBe(202)
    type Waiting = { readonly subject: string; readonly amount: number }
    const items = (await app.get('/api/admin/approvals')).body['items'] as unknown as readonly Waiting[]
    expect(items.find(({ subject }) => subject === `game:${id}`)?.amount).toBe(200_000)
    expect(await resultOf(id)).toBeNull()
  })

  it('[ADMT-30] results that a colleague approved or that the clock decided do not count as results without approval', async () => {
    const large = await played(80_000)
    const waiting = (await step(large.id, { step: 'finish' })).body['code']
    expect(waiting).toBe('FINISH_WAITS')
    const { items } = (await app.get('/api/admin/approvals')).body as {
      items: { id: string; subject: string }[]
    }
    const approvalId = items.find(({ subject }) => subject === `game:${large.id}`)?.id ?? ''
    expect((await colleague.post(`/api/admin/approvals/${approvalId}`, { decision: 'approve' })).status).toBe(200)
    const games = [await played(), await played(), await played()]
    for (const { id } of games) await step(id, { step: 'minute', minute: 85 })
    const own = [await played(), await played()]
    const { status } = await decide(own[0]?.id ?? '', { kind: 'void' }, colleague)
    expect(status).toBe(200)
    app.clock.forward(15 * 60_000)
    await app.modules.catalogue.clock.run()
    for (const { id } of games) expect(await resultOf(id)).not.toBeNull()
    expect((await step(own[1]?.id ?? '', { step: 'finish' })).status).toBe(200)
  })

  describe('results that leave tickets open', () => {
    /**
     * A match at 1–0 that wins a ticket of about 220,000 together with a match that stays open for long. The result
     * ends no ticket.
     */
    async function playedWithOpen(stake = 30_000): Promise<{ readonly id: string; readonly mayPay: number }> {
      const game = await createManualGame(app)
      const later = await createManualGame(app, { startTime: hoursAhead(app, 50) })
      const ticket = await app.bet(player, [await app.pick(game.id), await app.pick(later.id, '1x2', '2')], stake)
      await step(game.id, { step: 'start' })
      await step(game.id, { step: 'goal', team: 'home', minute: 1 })
      return { id: game.id, mayPay: ticket.potentialWin }
    }
    const endByForm = async (id: string) => {
      await step(id, { step: 'minute', minute: 85 })
      const { startTime } = (await app.get(`/api/admin/games/${id}`)).body
      const form = { ...FORM, startTime, breakDuration: 1, matchDuration: 1 }
      return app.staff.put(`/api/admin/games/${id}`, form)
    }

    it.each([
      ['a result that is entered', async (id: string) => (await decide(id, entered(1, 0))).status, 202],
      ['a void result', async (id: string) => (await decide(id, { kind: 'void' })).status, 202],
      [
        'a match that staff finishes',
        async (id: string) => (await step(id, { step: 'finish' })).body['code'],
        'FINISH_WAITS',
      ],
      ['a match that the form ends', async (id: string) => (await endByForm(id)).body['code'], 'GAME_EDIT_SETTLES'],
    ] as const)(
      '[ADMT-30] %s needs approval if it decides a leg of open tickets, because the tickets pay later',
      async (_, end, answer) => {
        const { id } = await playedWithOpen()
        expect(await end(id)).toBe(answer)
        expect(await resultOf(id)).toBeNull()
      },
    )

    it('[ADMT-30] a correction of a leg of open tickets needs approval', async () => {
      const { id } = await playedWithOpen()
      app.clock.forward(3 * 3_600_000)
      // While the leg is lost, the ticket pays nothing. If the correction makes the leg win, the ticket may pay.
      expect((await decide(id, { ...entered(0, 1), goals: [] })).status).toBe(200)
      await app.settle()
      expect((await decide(id, { ...entered(1, 0), goals: [] })).status).toBe(202)
    })

    it('[ADMT-30] a match whose result affects open tickets above the threshold is held at the end of its clock', async () => {
      const { id } = await playedWithOpen()
      await step(id, { step: 'minute', minute: 85 })
      app.clock.forward(15 * 60_000)
      await app.modules.catalogue.clock.run()
      expect(await resultOf(id)).toBeNull()
      expect((await app.modules.catalogue.games.byId(id))?.held).toBe(true)
    })

    it('[ADMT-30] [ADMG-05] results with open tickets count together with other actions without approval, and the preview separates open from settled tickets', async () => {
      const games = [await playedWithOpen(15_000), await playedWithOpen(15_000)]
      app.clock.forward(3 * 3_600_000)
      const [first, second] = games.map(({ id }) => id)
      const preview = await app.post(`/api/admin/games/${first}/result/preview`, entered(1, 0))
      expect(preview.body).toMatchObject({ tickets: 0, paid: 0, openTickets: 1, openUpTo: games[0]?.mayPay })
      expect((await decide(first ?? '', entered(1, 0))).status).toBe(200)
      expect((await decide(second ?? '', entered(1, 0))).status).toBe(202)
    })
  })

  it('[ADMT-30] [SETL-44] a request for a first result cannot be approved after another result was entered', async () => {
    const { id } = await played(80_000)
    app.clock.forward(3 * 3_600_000)
    const approvalId = (await decide(id, { ...entered(1, 0), goals: [] })).body['approvalId'] as string
    expect((await decide(id, { ...entered(0, 1), goals: [] })).status).toBe(200)
    await app.settle()
    const answer = (decision: string) => colleague.post(`/api/admin/approvals/${approvalId}`, { decision })
    expect((await answer('approve')).body['code']).toBe('RESULT_CHANGED')
    expect(await resultOf(id)).toMatchObject({ version: 1 })
    expect((await answer('decline')).status).toBe(200)
  })

  it('[ADMT-30] [SETL-44] only one of two first results that two members of staff enter concurrently is accepted', async () => {
    const { id } = await played()
    app.clock.forward(3 * 3_600_000)
    let response: Promise<{ readonly status: number; readonly body: Record<string, unknown> }[]> | undefined
    await app.kernel.db.transaction(async (tx) => {
      await tx.query('select from games where id = $1 for update', [id])
      response = Promise.all([
        decide(id, { ...entered(1, 0), goals: [] }),
        decide(id, { ...entered(0, 1), goals: [] }, colleague),
      ])
      await untilLockWaits(app.kernel.db, 2)
    })
    const answers = (await response) ?? []
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('CHANGE_MOVES_BETS')
    expect(await resultOf(id)).toMatchObject({ version: 1 })
  })
})

describe('the state that the author and the approver of a result have seen', () => {
  const previewOf = async (id: string, result: object) => {
    const { amount, seen } = (await app.post(`/api/admin/games/${id}/result/preview`, result)).body
    return { amount, seen, reason: 'the referee has written so' }
  }
  const send = (id: string, result: object, confirmed: object) =>
    app.post(`/api/admin/games/${id}/result`, { result, confirmed })
  const changes: readonly [string, (id: string) => Promise<unknown>][] = [
    ['a goal', (id) => step(id, { step: 'goal', team: 'away', minute: 2 })],
    ['a bet', async (id) => app.bet(player, [await app.pick(id)], 10_000)],
  ]

  it.each(changes)(
    '[ADMG-05] [ADMT-30] %s after the preview of a result asks for a new confirmation and changes nothing',
    async (_, change) => {
      const { id } = await createManualGame(app)
      await app.bet(player, [await app.pick(id)], 30_000)
      if (change === changes[0]?.[1]) await step(id, { step: 'start' })
      const result = { kind: 'void' }
      const confirmed = await previewOf(id, result)
      await change(id)
      const refused = await send(id, result, confirmed)
      expect(refused).toMatchObject({ status: 409, body: { code: 'CHANGE_MOVES_BETS' } })
      expect(await resultOf(id)).toBeNull()
      const { amount, seen } = refused.body['details'] as unknown as typeof confirmed
      expect(seen).not.toBe(confirmed.seen)
      expect((await send(id, result, { ...confirmed, amount: Number(amount) - 1, seen })).status).toBe(409)
      expect((await send(id, result, { ...confirmed, amount, seen })).status).toBe(200)
    },
  )

  it('[ADMG-05] a goal that is entered while a confirmed result waits for its locks is not lost', async () => {
    const { id } = await played()
    const result = { ...entered(1, 0), goals: [{ team: 'home', minute: 1 }] }
    const confirmed = await previewOf(id, result)
    const { games, manualGames } = app.modules.catalogue
    const { response } = await app.kernel.db.transaction(async (tx) => {
      await games.lock(tx, id)
      const waiting = send(id, result, confirmed)
      await untilLockWaits(app.kernel.db)
      const goal = { kind: 'goal', goal: { team: 'home', minute: 2 } } as const
      expect(await manualGames.step(tx, id, goal, app.clock.now())).toMatchObject({ ok: true })
      return { response: waiting }
    })
    expect((await response).body['code']).toBe('CHANGE_MOVES_BETS')
    expect(await resultOf(id)).toBeNull()
  })

  it.each(changes)('[ADMT-30] %s after a request for a result makes it impossible to approve', async (_, change) => {
    const { id } = await createManualGame(app)
    await app.bet(player, [await app.pick(id)], 200_000)
    if (change === changes[0]?.[1]) await step(id, { step: 'start' })
    const approvalId = (await decide(id, { kind: 'void' })).body['approvalId'] as string
    await change(id)
    const answer = (decision: string) => colleague.post(`/api/admin/approvals/${approvalId}`, { decision })
    const refused = (await answer('approve')).body
    expect(refused).toMatchObject({ code: 'APPROVAL_OUTDATED', detail: expect.stringContaining('bets of this game') })
    expect(await resultOf(id)).toBeNull()
    expect((await answer('decline')).status).toBe(200)
    const next = (await decide(id, { kind: 'void' })).body['approvalId'] as string
    expect((await colleague.post(`/api/admin/approvals/${next}`, { decision: 'approve' })).status).toBe(200)
  })
})
