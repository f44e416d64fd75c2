import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../kernel/ids.ts'
import { gamesToDecide } from '../admin/admin-games.repository.ts'
import type { FeedGame } from '../ports.ts'
import { at, BEFORE, feedMatch, goal, type FeedFixture, feedFixture } from '../testing/feed-fixture.ts'

let app: FeedFixture
beforeAll(async () => void (app = await feedFixture()))
afterAll(() => app.close())

const DAY_MINUTES = 24 * 60
const ended = (matchId: string, home: number, away: number, change: Partial<FeedGame> = {}): FeedGame =>
  feedMatch(matchId, {
    status: { kind: 'finished' },
    score: { home, away },
    goals: [
      ...Array.from({ length: home }, (_, nth) => goal('home', 50 + nth)),
      ...Array.from({ length: away }, (_, nth) => goal('away', 70 + nth)),
    ],
    ...change,
  })

async function played(matchId: string, home: number, away: number): Promise<void> {
  await app.ingest(BEFORE, feedMatch(matchId))
  await app.ingest(at(115), ended(matchId, home, away))
}

const scoreOf = async (matchId: string): Promise<string> => {
  const { homeScore, awayScore, winner, resultVersion } = await app.stored(matchId)
  return `${homeScore}-${awayScore} ${winner} v${resultVersion}`
}

describe('a result corrected by its feed', () => {
  it('[SETL-44] [D21] a result corrected by the feed is stored as a new version beside the first, and is published', async () => {
    await played('counted twice', 2, 1)
    await app.ingest(at(180), ended('counted twice', 1, 1))
    expect(await scoreOf('counted twice')).toBe('1-1 draw v2')
    const { id } = await app.stored('counted twice')
    expect(await app.catalogue.results.history([id])).toMatchObject([
      { version: 1, decidedBy: 'feed', decidedAt: at(115), decision: { result: { home: 2, away: 1 } } },
      { version: 2, decidedBy: 'feed', decidedAt: at(180), decision: { result: { home: 1, away: 1 } } },
    ])
    expect((await app.catalogue.results.toSettle(100)).map((game) => game.gameId)).toContain(id)
    expect(await app.ingest(at(181), ended('counted twice', 1, 1))).toMatchObject({ changed: 0 })
  })

  it('[SETL-44] a later feed report fills in missing fields of a result', async () => {
    await played('half time later', 1, 0)
    await app.ingest(at(120), ended('half time later', 1, 0, { halfTime: { home: 0, away: 0 } }))
    expect(await app.stored('half time later')).toMatchObject({ resultVersion: 1 })
    await app.ingest(at(125), ended('half time later', 1, 0, { participants: ['9', '10'] }))
    await app.ingest(at(130), ended('half time later', 1, 0, { participants: ['10', '9'] }))
    expect(await scoreOf('half time later')).toBe('1-0 home v2')
  })

  it('[SETL-06] a feed correction is ignored if it contradicts itself, has no score or is for a live match', async () => {
    await played('incoherent', 2, 0)
    await app.ingest(at(140), ended('incoherent', 3, 0, { goals: [goal('home', 50)] }))
    await app.ingest(at(141), ended('incoherent', 2, 0, { score: null }))
    await app.ingest(at(142), ended('incoherent', 3, 1, { status: { kind: 'live', minute: 89, halfTime: false } }))
    await app.ingest(at(143), ended('incoherent', 3, 1, { status: { kind: 'cancelled' } }))
    expect(await scoreOf('incoherent')).toBe('2-0 home v1')
  })

  it('[SETL-44] a feed correction is ignored more than six hours after the result, and after repeated corrections', async () => {
    await played('late', 1, 0)
    await app.ingest(at(115 + 6 * 60 + 1), ended('late', 0, 0))
    expect(await scoreOf('late')).toBe('1-0 home v1')
    await played('wavering', 1, 0)
    for (let no = 1; no < 10; no++) await app.ingest(at(120 + no), ended('wavering', 1, no % 2))
    expect(await scoreOf('wavering')).toBe('1-1 draw v4')
  })

  it('[SETL-44] [SETL-40] a feed correction that is not accepted is reported to staff until staff confirms a result', async () => {
    const late = (minutes: number): Date => at(115 + 6 * 60 + minutes)
    const disputed = async (now: Date) =>
      (await gamesToDecide(app.kernel.db, [], now)).flatMap(({ feedMatchId }) => feedMatchId ?? [])
    await played('taken back', 1, 0)
    await app.ingest(late(1), ended('taken back', 0, 0))
    expect(await app.stored('taken back')).toMatchObject({ reportedResult: { home: 0, away: 0 }, resultVersion: 1 })
    expect(await disputed(late(1))).toContain('taken back')
    expect(await app.ingest(late(2), ended('taken back', 0, 0))).toMatchObject({ changed: 0 })
    await app.ingest(late(3), ended('taken back', 1, 0))
    expect(await disputed(late(3))).not.toContain('taken back')

    await app.ingest(late(4), ended('taken back', 0, 0))
    const { id } = await app.stored('taken back')
    const currentResult = { kind: 'result', score: { home: 1, away: 0 } } as const
    const entry = { actorId: newId(), note: 'seen on the recording' }
    const confirm = () =>
      app.kernel.db.transaction((tx) =>
        app.catalogue.results.decide(tx, id, currentResult, entry, { now: () => late(5) }),
      )
    expect(await confirm()).toMatchObject({ ok: true, value: { resultVersion: 1, reportedResult: null } })
    expect(await confirm()).toMatchObject({ ok: false, error: 'SAME_RESULT' })
    await app.ingest(late(6), ended('taken back', 0, 0))
    expect(await disputed(late(6))).not.toContain('taken back')

    await played('wrong for long', 1, 0)
    await app.ingest(late(1), ended('wrong for long', 0, 1))
    const right = { kind: 'result', score: { home: 0, away: 1 }, halfTime: { home: 0, away: 0 } } as const
    const game = await app.stored('wrong for long')
    await app.kernel.db.transaction((tx) =>
      app.catalogue.results.decide(tx, game.id, right, entry, { now: () => late(2) }),
    )
    expect(await scoreOf('wrong for long')).toBe('0-1 away v2')
    expect(await disputed(late(2))).not.toContain('wrong for long')
  })

  it('[SETL-44] a feed correction never overrides a result by staff or a void', async () => {
    await played('confirmed', 1, 0)
    const entry = { actorId: newId(), note: 'seen on the recording' }
    const { id } = await app.stored('confirmed')
    await app.kernel.db.transaction(async (tx) => {
      const entered = { kind: 'result', score: { home: 2, away: 0 }, halfTime: { home: 0, away: 0 } } as const
      expect(await app.catalogue.results.decide(tx, id, entered, entry, { now: () => at(150) })).toMatchObject({
        ok: true,
      })
    })
    await app.ingest(at(160), ended('confirmed', 1, 0))
    expect(await scoreOf('confirmed')).toBe('2-0 home v2')
    const [row] = await app.kernel.db.query(
      `select actor_id, note from game_result_versions where note <> '' and game_id = $1`,
      [id],
    )
    expect(row).toEqual({ actor_id: entry.actorId, note: entry.note })

    await app.ingest(BEFORE, feedMatch('void'))
    app.clock.set(at(DAY_MINUTES + 1))
    await app.catalogue.clock.run()
    await app.ingest(at(DAY_MINUTES + 2), ended('void', 1, 0))
    expect(await app.stored('void')).toMatchObject({ resultVersion: 1, decision: { kind: 'void' } })
  })
})
