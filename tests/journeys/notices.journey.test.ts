import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StreamEvent } from '@mupiira/contract/events.ts'
import { type Player, registerPlayer, until } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { registerStaff } from '../support/staff.ts'

const TEXT = 'No deposits from 02:00 to 03:00'

let product: Product
let staff: Player

beforeAll(async () => {
  product = await startProduct({ matches: recordedLines(1), kickoffInSeconds: 7_200 })
  staff = await registerStaff(product, '772970010')
  await staff.client.must('POST /api/admin/confirm', { body: { password: staff.password } })
})
afterAll(() => product?.close())

/** Counts the stream events of a player about each notification; `stop` closes the stream. */
async function listen({ client }: Player) {
  const leaving = new AbortController()
  const answer = await fetch(`${product.url}/api/stream?topics=me`, {
    headers: client.headers(),
    signal: leaving.signal,
  })
  let text = ''
  const reading = (async () => {
    for await (const piece of answer.body ?? []) text += Buffer.from(piece).toString()
  })().catch(() => undefined)
  const reportedOf = (id: string): number =>
    [...text.matchAll(/^data: (.*)$/gm)]
      .flatMap(([, frame]) => JSON.parse(frame ?? '[]') as StreamEvent[])
      .filter((event) => 'notification' in event && event.notification.id === id).length
  const stop = async (): Promise<void> => {
    leaving.abort()
    await reading
  }
  return { reportedOf, stop }
}
const messages = async ({ client }: Player): Promise<readonly string[]> =>
  (await client.must('GET /api/notifications', {})).items.map(({ message }) => message)
const arrive = ({ client }: Player) => client.must('POST /api/notifications/arrival', {})

it('[NOTE-10] [NOTE-13] [NOTE-14] a notice reaches connected players at once, and others at their next visit, once each, until staff withdraws the notice', async () => {
  const [present, absent] = [await registerPlayer(product, '772970110'), await registerPlayer(product, '772970120')]
  const mine = await listen(present)
  const { id } = await staff.client.must('POST /api/admin/notices', { body: { message: TEXT, actionUrl: '/deposit' } })
  await until('the connected player is notified', async () => mine.reportedOf(id) === 1)
  const { items } = await present.client.must('GET /api/notifications', {})
  expect(items[0]).toMatchObject({
    id,
    message: TEXT,
    type: 'system',
    priority: 'medium',
    read: false,
    link: '/deposit',
  })

  const late = await registerPlayer(product, '772970130')
  const theirs = await listen(absent)
  await arrive(absent)
  await arrive(absent)
  await until('the player is notified at the next visit', async () => theirs.reportedOf(id) === 1)
  await theirs.stop()
  await arrive(late)
  const { items: ofLate } = await late.client.must('GET /api/notifications', {})
  expect(ofLate.find((each) => each.id === id)).toMatchObject({ read: true })
  await arrive(present)
  const shown = async () => (await staff.client.must('GET /api/admin/notices', {})).items[0]?.shown
  await until('both are counted', async () => (await shown()) === 2)
  expect(mine.reportedOf(id)).toBe(1)

  await staff.client.must('DELETE /api/admin/notices/{id}', { params: { id } })
  for (const who of [present, absent, late]) expect(await messages(who)).not.toContain(TEXT)
  const log = await staff.client.must('GET /api/admin/audit', { query: { action: 'notice' } })
  expect(log.items.map(({ action, subject }) => [action, subject])).toEqual([
    ['notice.withdraw', `notice:${id}`],
    ['notice.post', `notice:${id}`],
  ])
  await mine.stop()
})
