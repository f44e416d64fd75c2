import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Alert } from '@mupiira/contract/admin-alerts.ts'
import type { AlertKind } from '@mupiira/domain/alerts/alerts.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { createWebhook } from '../../adapters/webhook/webhook.ts'
import { newId } from '../../kernel/ids.ts'
import { WORKER } from '../../kernel/test-kernel.ts'
import { type AdminFixture, adminFixture } from '../../testing/admin-fixture.ts'
import type { TestAccount } from '../../testing/test-accounts.ts'
import type { TestAppOptions } from '../../testing/test-app.ts'

const often = { interval: 20 }
const LIST = '/api/admin/alerts'

type Providers = NonNullable<TestAppOptions['providers']>
type FootballFeed = NonNullable<NonNullable<Providers['football']>['feed']>

/** A feed that never answers. */
const silent = { ok: false, error: 'NO_ANSWER' } as unknown as Awaited<ReturnType<FootballFeed['odds']>>
const feed = {
  idPrefix: '',
  weekPollMs: 60_000,
  liveGames: async () => silent,
  matches: async () => silent,
  games: async () => silent,
  odds: async () => silent,
} as unknown as FootballFeed

const openOf = async (app: AdminFixture, kind: AlertKind): Promise<readonly Alert[]> => {
  const { status, body, text } = await app.get(`${LIST}?state=open&kind=${kind}`)
  if (status !== 200) throw new Error(text)
  return body.items as unknown as readonly Alert[]
}

describe('conditions', () => {
  let app: AdminFixture
  let player: TestAccount
  beforeAll(async () => {
    app = await adminFixture({ providers: { football: { feed } } })
    player = await app.wealthyPlayer()
  })
  afterAll(() => app?.close())

  const evaluate = () => app.modules.alerts.commands.evaluate()
  const change = (sql: string, ...values: unknown[]) => app.kernel.db.change(sql, values)
  const ago = (minutes: number) => new Date(app.clock.now().getTime() - minutes * MINUTE_MS)

  function addPayment(status: 'success' | 'failed' | 'pending', minutesAgo: number): Promise<number> {
    const at = ago(minutesAgo)
    const isPending = status === 'pending'
    return change(
      `insert into transactions (id, user_id, type, amount, status, created_at, completed_at, phone_number,
         payment_method, description, provider, reference, stage, reason, next_at, updated_at)
       values ($1, $2, 'deposit', 2500000, $3, $4, $5, '+256772000001', 'MTN', 'Deposit', 'mtn', $6, $7, $8, $9, $4)`,
      newId(),
      player.id,
      status,
      at,
      isPending ? null : at,
      newId(),
      isPending ? 'polling' : 'done',
      status === 'failed' ? 'declined' : null,
      isPending ? new Date('2100-01-01') : null,
    )
  }
  const setCheck = (outcome: string, differences: number) =>
    change(
      `insert into seal_checks (sealed_table, checked_at, outcome, differences, blocks) values ('postings', now(), $1, $2, 0)
       on conflict (sealed_table) do update set outcome = $1, differences = $2`,
      outcome,
      differences,
    )

  /** How each condition begins and ends. Large wins are single events. */
  const CONDITIONS: {
    readonly [kind in Exclude<AlertKind, 'large_win'>]: {
      readonly begin: () => Promise<unknown>
      readonly end: () => Promise<unknown>
      readonly expected: readonly { readonly name: string; readonly value: number }[]
    }
  } = {
    payment_failures: {
      async begin() {
        for (let no = 0; no < 7; no++) await addPayment('failed', 4)
        for (let no = 0; no < 3; no++) await addPayment('success', 4)
        // Too old to count.
        await addPayment('success', 16)
      },
      end: async () => app.clock.forward(12 * MINUTE_MS),
      expected: [{ name: 'MTN: 7 of 10 payments', value: 70 }],
    },
    unconfirmed_payments: {
      begin: () => addPayment('pending', 121),
      end: () =>
        change(
          `update transactions set next_at = null, stage = 'done', status = 'failed', completed_at = $1
                         where status = 'pending'`,
          ago(0),
        ),
      expected: [{ name: 'MTN: 1 payment', value: 121 }],
    },
    feed_silence: {
      async begin() {
        const game = await app.game({ startTime: ago(20) }, null)
        await change(`insert into feed_links (game_id, feed_match_id, updated_at) values ($1, '4711', now())`, game.id)
        await change(`insert into feed_states (name, received_at) values ('football', now() - interval '290 seconds')`)
      },
      end: () => change(`update feed_states set received_at = now()`),
      expected: [{ name: 'Football feed', value: 4 }],
    },
    negative_margin: {
      async begin() {
        await app.set('alert_negative_margin', 10_000)
        const game = await app.game()
        await app.bet(player, [await app.pick(game.id)], 30_000)
        await app.finishGame(game.id, 1, 0)
        await app.settle()
      },
      end: () => app.set('alert_negative_margin', 0),
      expected: [
        { name: 'All bets, 21 Nov 2026', value: expect.any(Number) as unknown as number },
        { name: 'Premier League, Uganda, 21 Nov 2026', value: expect.any(Number) as unknown as number },
      ],
    },
    ledger_difference: {
      begin: () => setCheck('different', 2),
      end: () => setCheck('correct', 0),
      expected: [{ name: 'Check of the ledger', value: 2 }],
    },
    failed_job: {
      begin: () => change(`insert into failing_jobs values ('settle', 5, $1), ('seal-ledger', 4, $1)`, ago(1)),
      end: () => change(`delete from failing_jobs`),
      expected: [{ name: 'Job settle', value: 5 }],
    },
  }

  it.each(Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[])(
    '[ALRT-01] an alert of the kind %s opens once at its threshold, and closes when its condition ends',
    async (kind) => {
      const { begin, end, expected } = CONDITIONS[kind]
      await evaluate()
      expect(await openOf(app, kind)).toEqual([])
      await begin()
      await evaluate()
      const opened = await openOf(app, kind)
      expect(opened.map(({ name, value }) => ({ name, value })).toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
        expected,
      )
      await evaluate()
      expect((await openOf(app, kind)).map(({ id }) => id)).toEqual(opened.map(({ id }) => id))
      await end()
      await evaluate()
      expect(await openOf(app, kind)).toEqual([])
      const { items } = (await app.get(`${LIST}?state=closed&kind=${kind}`)).body as unknown as { items: Alert[] }
      expect(items).toHaveLength(expected.length)
      expect(items[0]?.closedAt).not.toBeNull()
    },
  )

  it('[ALRT-01] a kind that cannot be measured keeps its alerts and does not stop the others', async () => {
    await change(`insert into failing_jobs values ('settle', 9, $1)`, ago(1))
    await evaluate()
    await app.asOwner('alter table failing_jobs rename to hidden_jobs')
    await setCheck('seal lost', 0)
    await expect(evaluate()).rejects.toThrow('failing_jobs')
    expect(await openOf(app, 'failed_job')).toHaveLength(1)
    expect(await openOf(app, 'ledger_difference')).toMatchObject([{ value: 1 }])
    await app.asOwner('alter table hidden_jobs rename to failing_jobs')
  })

  it('[ALRT-02] staff acknowledge an alert once with a note, which is in the audit log, and it stays open while its condition lasts', async () => {
    const [alert] = await openOf(app, 'failed_job')
    const acknowledge = (who: { post: AdminFixture['post'] } = app) =>
      who.post(`${LIST}/${alert?.id}/acknowledge`, { note: 'restarted the worker' })
    const care = await app.admin({ permissions: { role: 'care' } })
    expect((await care.get(LIST)).status).toBe(403)
    const auditor = await app.admin({ permissions: { role: 'auditor' } })
    expect([(await auditor.get(LIST)).status, (await acknowledge(auditor)).status]).toEqual([200, 403])

    const trader = await app.admin({ firstName: 'Ruth', permissions: { role: 'trader' } })
    expect((await acknowledge(trader)).body).toMatchObject({
      alert: { closedAt: null, acknowledged: { by: 'Ruth Nakato', note: 'restarted the worker' } },
    })
    expect(await acknowledge()).toMatchObject({ status: 409, body: { code: 'ALERT_ACKNOWLEDGED' } })
    expect((await app.post(`${LIST}/${newId()}/acknowledge`, { note: 'none' })).status).toBe(404)
    expect(await app.staffActions(`alert:${alert?.id}`)).toMatchObject([
      { actor: trader.id, action: 'alert.acknowledge', reason: 'restarted the worker' },
    ])
    await evaluate()
    expect(await openOf(app, 'failed_job')).toMatchObject([{ id: alert?.id }])
    const { items } = (await app.get(`${LIST}?state=unacknowledged&kind=failed_job`)).body
    expect(items).toEqual([])
    const { items: all } = (await app.get(LIST)).body as unknown as { items: Alert[] }
    const rank = ({ closedAt, acknowledged }: Alert) => (closedAt !== null ? 3 : acknowledged === null ? 1 : 2)
    expect(all.map(rank)).toEqual(all.map(rank).toSorted((a, b) => a - b))
    const file = await app.get(`${LIST}/export?kind=failed_job&state=open`)
    expect(file.text).toContain('Job settle,Failed job,Critical,9 failed runs,5 failed runs,Acknowledged')
  })
})

describe('messages', () => {
  const received: { readonly signature: string; readonly body: { readonly [name: string]: unknown } }[] = []
  let failures = 0
  const receiver = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      const isFailing = failures > 0
      if (isFailing) failures--
      else received.push({ signature: String(request.headers['mupiira-signature']), body: JSON.parse(text) })
      response.writeHead(isFailing ? 503 : 204).end()
    })
  })
  let app: AdminFixture
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const simulatorUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    app = await adminFixture({
      background: true,
      config: WORKER,
      providers: { webhooks: createWebhook({ secret: 'a-test-key-of-webhooks', simulatorUrl }) },
    })
    await app.set('alert_large_win', 60_000)
    await app.set('alert_emails', 'ops@mupiira.example, duty@mupiira.example')
    await app.set('alert_webhook_url', 'https://hooks.example.com/secret-path')
  })
  beforeEach(() => {
    received.length = 0
    app.messages.sent.length = 0
  })
  afterAll(async () => {
    await app?.close()
    await new Promise((resolve) => receiver.close(resolve))
  })

  async function win(stake: number): Promise<{ readonly id: string; readonly bookingCode: string }> {
    const player = await app.player({ balanceUgx: 1_000_000, hasBetBefore: true })
    const game = await app.game()
    const ticket = await app.placeBet(player, { stake, selections: [await app.pick(game.id)] })
    await app.finishGame(game.id, 1, 0)
    await app.settle()
    return ticket
  }

  it('[ALRT-01] [ALRT-03] a large win sends one signed webhook and one email per address, also if the receiver fails at first, and closes when it is acknowledged', async () => {
    failures = 1
    const [small, large] = [await win(20_000), await win(50_000)]
    await expect.poll(() => openOf(app, 'large_win'), often).toHaveLength(1)
    const [alert] = await openOf(app, 'large_win')
    expect(alert).toMatchObject({ name: `Ticket ${large.bookingCode}`, link: `/admin/bets?view=${large.id}` })
    expect(alert?.name).not.toContain(small.bookingCode)
    const deliveries = async () =>
      (await openOf(app, 'large_win'))[0]?.deliveries.map(({ to, state, attempts, failure }) => [
        to,
        state,
        attempts,
        failure,
      ])
    await expect.poll(deliveries, often).toEqual([
      ['duty@mupiira.example', 'sent', 1, null],
      ['ops@mupiira.example', 'sent', 1, null],
      ['hooks.example.com', 'waiting', 1, 'HTTP 503'],
    ])
    app.clock.forward(15_000)
    await expect.poll(() => received.length, often).toBe(1)
    await expect.poll(async () => (await deliveries())?.at(-1), often).toEqual(['hooks.example.com', 'sent', 2, null])
    const [{ signature, body } = { signature: '', body: {} }] = received
    expect(signature).toMatch(/^t=\d+,v1=[\da-f]{64}$/)
    expect(body).toMatchObject({
      id: alert?.id,
      type: 'alert.opened',
      kind: 'large_win',
      severity: 'warning',
      title: 'Large win',
      subject: large.id,
      threshold: 60_000,
      unit: 'UGX',
    })
    expect(body['value']).toBe(alert?.value)
    expect(app.messages.sent.map(({ to }) => to).toSorted()).toEqual(['duty@mupiira.example', 'ops@mupiira.example'])
    expect(app.messages.sent[0]?.subject).toBe(`Mupiira alert: Large win: Ticket ${large.bookingCode}`)

    await app.post(`${LIST}/${alert?.id}/acknowledge`, { note: 'a fair win' })
    expect(await openOf(app, 'large_win')).toEqual([])
  })

  it('[ALRT-03] a message that the receiver rejects is not repeated, and its failure is shown', async () => {
    await app.set('alert_emails', '')
    app.clock.forward(1_000)
    const id = newId()
    await app.kernel.db.change(
      `insert into alerts (id, kind, subject, name, link, value, threshold, created_at, seen_at)
       values ($1, 'large_win', 'x', 'Ticket X', '/admin/bets', 1, 1, $2, $2)`,
      [id, app.clock.now()],
    )
    await app.kernel.db.change(
      `insert into alert_deliveries (id, alert_id, target, address, next_at) values ($1, $2, 'webhook', 'https://127.0.0.1/', $3)`,
      [newId(), id, app.clock.now()],
    )
    const state = async () => (await openOf(app, 'large_win'))[0]?.deliveries
    await expect
      .poll(state, often)
      .toEqual([{ target: 'webhook', to: '127.0.0.1', state: 'failed', attempts: 1, failure: 'ADDRESS_NOT_ALLOWED' }])
  })

  it('[ALRT-01] a job that fails repeatedly is counted until it succeeds', async () => {
    const node = await adminFixture({ config: WORKER })
    let isFailing = true
    const work = async (): Promise<void> => {
      if (isFailing) throw new Error('this job fails')
    }
    node.kernel.jobs.every('job-of-this-test', 10, work, { leaderOnly: true })
    await node.start()
    const runs = async (): Promise<number> => {
      const [row] = await node.kernel.db.query<{ runs: number }>(
        `select runs from failing_jobs where name = 'job-of-this-test'`,
      )
      return row?.runs ?? 0
    }
    await expect.poll(runs, often).toBeGreaterThan(5)
    await node.modules.alerts.commands.evaluate()
    expect(await openOf(node, 'failed_job')).toMatchObject([{ name: 'Job job-of-this-test' }])
    isFailing = false
    await expect.poll(runs, often).toBe(0)
    await node.close()
  })
})
