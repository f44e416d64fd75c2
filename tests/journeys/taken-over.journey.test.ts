import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { registerStaff } from '../support/staff.ts'

let product: Product
let staff: Player
let player: Player

beforeAll(async () => {
  product = await startProduct({ matches: recordedLines(2), kickoffInSeconds: 7_200 })
  staff = await registerStaff(product, '772980010')
  player = await registerPlayer(product, '772980110')
})
afterAll(() => product?.close())

const gameOf = (home = '') =>
  until('the feed’s game is listed', async () => {
    const { items } = await staff.client.must('GET /api/admin/games', { query: { q: home } })
    return items[0]
  })
const shown = (id: string) => staff.client.must('GET /api/admin/games/{id}', { params: { id } })
const control = async (id: string, by: 'staff' | 'feed') => {
  await staff.client.must('POST /api/admin/confirm', { body: { password: staff.password } })
  const body = { by, reason: 'the feed is wrong' }
  await staff.client.must('POST /api/admin/games/{id}/control', { params: { id }, body })
}
const nextWeekPoll = () => product.clock.moveTo(new Date(product.clock.now().getTime() + 6 * 60_000))
const isListed = async (id: string) =>
  (await player.client.must('GET /api/games', { query: { limit: 50 } })).items.some((game) => game.id === id)

it('[ADMG-05] while staff has taken over a game, the feed’s cancellation is shown but applied only after staff releases the game', async () => {
  const { id } = await gameOf(product.loaded[0]?.home)
  await control(id, 'staff')
  // Odds near those of the feed need no second member of staff.
  const homeOdds = Math.round(((await shown(id)).homeOdds ?? 0) * 100 - 2) / 100
  await staff.client.must('PUT /api/admin/games/{id}', { params: { id }, body: { homeOdds } })
  product.feed.control({ action: 'cancel', match_id: product.loaded[0]?.matchId })
  await nextWeekPoll()
  await until('the cancellation is reported', async () => (await shown(id)).feedReport?.status === 'cancelled')
  expect(await shown(id)).toMatchObject({ takenOver: true, status: 'upcoming', homeOdds })
  expect(await isListed(id)).toBe(true)

  await control(id, 'feed')
  await nextWeekPoll()
  await until('the cancellation is applied', async () => (await shown(id)).status === 'cancelled')
  expect(await shown(id)).toMatchObject({ takenOver: false, feedReport: null })
})

it('[ADMG-05] a feed game that staff has hidden is not shown again by the next feed report', async () => {
  const { id } = await gameOf(product.loaded[1]?.home)
  await until('players see it', () => isListed(id))
  await staff.client.must('DELETE /api/admin/games/{id}', { params: { id } })
  await until('players no longer see it', async () => !(await isListed(id)))
  // The next report of the feed brings a new game too.
  const matches = recordedLines(3).slice(2)
  product.feed.control({ action: 'load', matches, kickoffInSeconds: 9_000 })
  await nextWeekPoll()
  await gameOf(matches[0]?.['HomeTeam'])
  expect(await isListed(id)).toBe(false)
  await staff.client.must('POST /api/admin/games/{id}/show', { params: { id } })
  await until('players see it again', () => isListed(id))
})
