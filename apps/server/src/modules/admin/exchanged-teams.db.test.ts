import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { untilLockWaits } from '../../kernel/db/test-lock-waits.ts'
import { type BackOffice, openBackOffice, type Person, type Reported } from './testing/back-office.ts'
import { GAME_FORM as FORM, madeGame } from './testing/manual-games.ts'
import { holdGame, resultAfter } from './testing/result-after.ts'

let backOffice: BackOffice
let player: Person
beforeAll(async () => {
  backOffice = await openBackOffice()
  player = await backOffice.person()
})
afterAll(() => backOffice?.close())

const EXCHANGED = { homeTeam: FORM.awayTeam, awayTeam: FORM.homeTeam }
const edit = (id: string, change: object = EXCHANGED) =>
  backOffice.call(backOffice.staff, 'PUT', `/api/admin/games/${id}`, change)
const shown = async (id: string) => (await backOffice.get(`/api/admin/games/${id}`)).body as AdminGame

describe('the teams of a game that are exchanged', () => {
  it('[ADMG-05] stay while a bet is being placed that has read them: it is on the side that its player saw', async () => {
    const game = await madeGame(backOffice)
    const selection = await backOffice.pick(game.id)
    const { odds: _, ...booked } = selection
    const { bookingCode } = (await backOffice.call(player, 'POST', '/api/booking-codes', { selections: [booked] })).body
    const slip = { stake: 25_000, acceptOddsChanges: true, bookingCode, selections: [selection] }
    let edited: Promise<Reported> | undefined
    let isEdited = false
    const bet = await resultAfter(
      backOffice,
      (tx) => tx.query('select from booking_codes where code = $1 for update', [bookingCode]),
      () => backOffice.call(player, 'POST', '/api/bets', slip),
      async () => {
        edited = edit(game.id)
        void edited.then(() => (isEdited = true))
        const isClosed = async () => isEdited || (await shown(game.id)).suspended
        await expect.poll(isClosed, { timeout: 10_000 }).toBe(true)
      },
    )
    expect([bet.status, (await edited)?.body['code']]).toEqual([201, 'GAME_HAS_BETS'])
    expect(await shown(game.id)).toMatchObject({ homeTeam: FORM.homeTeam, suspended: false, hasBets: true })
  })

  it('[ADMG-05] stay where a bet came while the change waited for its turn', async () => {
    const game = await madeGame(backOffice)
    const selection = await backOffice.pick(game.id)
    const bet = () => backOffice.bet(player, [selection])
    const told = await resultAfter(backOffice, holdGame(game.id), () => edit(game.id), bet)
    expect([told.status, told.body['code']]).toEqual([409, 'GAME_HAS_BETS'])
    expect((await shown(game.id)).homeTeam).toBe(FORM.homeTeam)
  })

  it('[ADMG-05] stay under bets by any other names as well: two edits would exchange them', async () => {
    const game = await madeGame(backOffice)
    await backOffice.bet(player, [await backOffice.pick(game.id)])
    const other = await edit(game.id, { homeTeam: 'Somebody Else', awayTeam: 'Nobody Known' })
    expect([other.status, other.body['code']]).toEqual([409, 'GAME_HAS_BETS'])
    const longer = await edit(game.id, { homeTeam: `${FORM.homeTeam} Kampala`, awayTeam: FORM.awayTeam })
    expect(longer.status).toBe(200)
  })

  it('[ADMG-05] [ADMG-13] change where nobody has bet; the game is open, or suspended, as it was', async () => {
    const [open, suspended] = [await madeGame(backOffice), await madeGame(backOffice)]
    await backOffice.post(`/api/admin/games/${suspended.id}/suspend`, { suspended: true })
    for (const { id } of [open, suspended]) expect((await edit(id)).status).toBe(200)
    expect(await shown(open.id)).toMatchObject({ ...EXCHANGED, suspended: false })
    expect(await shown(suspended.id)).toMatchObject({ ...EXCHANGED, suspended: true })
  })
})

describe('a game that changes while its form waits for its turn', () => {
  it('[ADMG-13] [SETL-44] is judged as it stands then: decided, it is edited no more', async () => {
    const game = await madeGame(backOffice)
    const told = await backOffice.kernel.db.transaction(async (tx) => {
      await backOffice.deps.catalogue.stepGame(tx, game.id, { kind: 'start' }, backOffice.clock.now())
      await backOffice.deps.catalogue.stepGame(tx, game.id, { kind: 'finish' }, backOffice.clock.now())
      const asked = edit(game.id, { league: 'Uganda Cup' })
      await untilLockWaits(backOffice.kernel.db)
      return { asked }
    })
    expect((await told.asked).body['code']).toBe('GAME_DECIDED')
  })

  it('[ADMG-13] in play by then, its start is not moved', async () => {
    const game = await madeGame(backOffice)
    const told = await backOffice.kernel.db.transaction(async (tx) => {
      await backOffice.deps.catalogue.stepGame(tx, game.id, { kind: 'start' }, backOffice.clock.now())
      const startTime = new Date(backOffice.clock.now().getTime() + 86_400_000).toISOString()
      const asked = edit(game.id, { startTime })
      await untilLockWaits(backOffice.kernel.db)
      return { asked }
    })
    expect((await told.asked).body['code']).toBe('STEP_IMPOSSIBLE')
  })
})
