import { DEFAULT_SETTINGS, SETTING_KEYS } from '@mupiira/domain/settings/catalogue.ts'
import type { SettingKey } from '@mupiira/domain/settings/types.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Query } from '../../kernel/db/query.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { newId } from '../../kernel/ids.ts'
import { testKernel } from '../../kernel/test-kernel.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { createSettings } from './index.ts'

let here: TestApp
let elsewhere: TestApp
beforeAll(async () => {
  here = await createTestApp({ background: true })
  elsewhere = await createTestApp({ background: true, database: here.database })
})
afterAll(async () => {
  await elsewhere?.close()
  await here?.close()
})

const admin = newId()
const change = (key: SettingKey, value: unknown) =>
  here.kernel.db.transaction((tx) =>
    here.modules.settings.commands.changeAll(tx, [{ key, value }], admin, new Date('2026-11-21T12:00:00Z')),
  )
/** A second settings module on this node, without its job. */
const settingsOver = (db: Db) => createSettings({ ...here.kernel, db, jobs: { ...here.kernel.jobs, every: () => {} } })
const rowOf = async (key: SettingKey) =>
  (await here.kernel.db.query(`select * from admin_settings where setting_key = $1`, [key]))[0]

describe('settings', () => {
  it('[DATA-27, ADMS-01, ADMS-10] settings are stored as text, one row each, with defaults and descriptions', async () => {
    const rows = await here.kernel.db.query<{ setting_key: string; description: string }>(
      `select setting_key, description from admin_settings`,
    )
    expect(rows.map((row) => row.setting_key).sort()).toEqual([...SETTING_KEYS].sort())
    expect(rows.every((row) => row.description.length > 10)).toBe(true)
    expect(await rowOf('max_bet_amount')).toMatchObject({ setting_value: '5000000' })
    expect(await rowOf('betting_enabled')).toMatchObject({ setting_value: 'true' })
    expect(await rowOf('carrier_prefixes')).toMatchObject({ setting_value: '{"MTN":["039","079"],"Airtel":["020"]}' })
    expect(here.modules.settings.reads.current()).toEqual(DEFAULT_SETTINGS)
  })

  it('[ADMS-08] a changed setting applies on its node with the commit, and on other nodes at once', async () => {
    expect(await change('max_daily_bets', 17)).toEqual({
      ok: true,
      value: [{ key: 'max_daily_bets', before: '50', after: '17' }],
    })
    expect(here.modules.settings.reads.current().max_daily_bets).toBe(17)
    await expect.poll(() => elsewhere.modules.settings.reads.current().max_daily_bets).toBe(17)
    expect(await rowOf('max_daily_bets')).toMatchObject({ setting_value: '17', updated_by: admin })
  })

  it('[ADMS-08] a slow read of settings does not overwrite a change made in between', async () => {
    const { kernel } = here
    const answers: (() => void)[] = []
    let isHeld = false
    const db = {
      ...kernel.db,
      async run<Row>(query: Query<Row>): Promise<Row[]> {
        const rows = await kernel.db.run(query)
        if (isHeld) await new Promise<void>((resolve) => answers.push(resolve))
        return rows
      },
    }
    const settings = settingsOver(db)
    await settings.reads.ready()
    isHeld = true
    void settings.reads.refresh()
    await expect.poll(() => answers.length).toBe(1)
    await kernel.db.transaction((tx) =>
      settings.commands.changeAll(tx, [{ key: 'max_daily_bets', value: 23 }], admin, new Date()),
    )
    answers.shift()?.()
    // The second read has started and is still held.
    await expect.poll(() => answers.length).toBe(1)
    expect(settings.reads.current().max_daily_bets).toBe(23)
    isHeld = false
    answers.shift()?.()
  })

  it('a setting change has no effect if its transaction fails', async () => {
    const failed = here.kernel.db.transaction(async (tx) => {
      await here.modules.settings.commands.changeAll(tx, [{ key: 'minimum_age', value: 30 }], admin, new Date())
      throw new Error('later')
    })
    await expect(failed).rejects.toThrow('later')
    expect(here.modules.settings.reads.current().minimum_age).toBe(25)
    expect(await rowOf('minimum_age')).toMatchObject({ setting_value: '25' })
  })

  it.each([
    ['min_bet_amount', 'many', 'WRONG_TYPE'],
    ['min_bet_amount', 0, 'OUT_OF_RANGE'],
    ['password_min_length', 3, 'OUT_OF_RANGE'],
    ['default_odds_format', 'roman', 'UNKNOWN_CHOICE'],
    ['overround', { '1x2': 4 }, 'OUT_OF_RANGE'],
    ['minimum_withdrawal', 6_000_000, 'CONTRADICTION'],
    ['max_bet_amount', 20_000, 'CONTRADICTION'],
  ] as const)('[ADMS-05] the setting %s = %j is refused with %s', async (key, value, error) => {
    const before = await rowOf(key)
    expect(await change(key, value)).toEqual({ ok: false, error: { key, error } })
    expect(await rowOf(key)).toEqual(before)
  })

  it('one of two concurrent setting changes that contradict each other is refused', async () => {
    const outcomes = await Promise.all([change('minimum_withdrawal', 900_000), change('maximum_withdrawal', 800_000)])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    const { minimum_withdrawal, maximum_withdrawal } = here.modules.settings.reads.current()
    expect(minimum_withdrawal).toBeLessThanOrEqual(maximum_withdrawal)
  })

  it('[ADMS-15] the server inserts missing settings at startup, and retries after a failure', async () => {
    const { kernel } = here
    let failures = 2
    const db = {
      ...kernel.db,
      async change(...args: Parameters<typeof kernel.db.change>): Promise<number> {
        if (failures > 0) {
          failures -= 1
          throw new Error('relation "admin_settings" does not exist')
        }
        return kernel.db.change(...args)
      },
    }
    const settings = settingsOver(db)
    await settings.reads.ready()
    expect([failures, settings.reads.current()]).toEqual([0, here.modules.settings.reads.current()])
  })

  it('[ADMS-15] inserting missing settings is tried three times, one second apart', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    try {
      const { kernel } = here
      let tries = 0
      const change = async (): Promise<number> => {
        tries += 1
        throw new Error('relation "admin_settings" does not exist')
      }
      settingsOver({ ...kernel.db, change })
      const triesAfter = async (milliseconds: number): Promise<number> => {
        await vi.advanceTimersByTimeAsync(milliseconds)
        return tries
      }
      expect([await triesAfter(999), await triesAfter(1), await triesAfter(999), await triesAfter(1)]).toEqual([
        1, 2, 2, 3,
      ])
      expect(await triesAfter(60_000)).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('the settings are the same object while nothing changes, because the price cache compares objects', async () => {
    const { kernel } = here
    const reads: Promise<unknown>[] = []
    const db = {
      ...kernel.db,
      run<Row>(query: Query<Row>): Promise<Row[]> {
        const read = kernel.db.run(query)
        reads.push(read)
        return read
      },
    }
    const settings = settingsOver(db)
    await settings.reads.ready()
    const before = settings.reads.current()
    const [readsBefore, later] = [reads.length, performance.now() + 60_000]
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    settings.reads.current()
    clock.mockRestore()
    expect(reads.length).toBeGreaterThan(readsBefore)
    await Promise.all(reads)
    await new Promise((resolve) => setImmediate(resolve))
    expect(settings.reads.current()).toBe(before)
  })

  it('[ADMS-14] an unreadable setting has its default value, and the other settings are read', async () => {
    await here.asOwner(`update admin_settings set setting_value = '{"MTN":' where setting_key = 'carrier_prefixes'`)
    await here.asOwner(
      `update admin_settings set setting_value = '"fractional"' where setting_key = 'default_odds_format'`,
    )
    await expect.poll(() => here.modules.settings.reads.current().default_odds_format).toBe('fractional')
    expect(here.modules.settings.reads.current().carrier_prefixes).toEqual(DEFAULT_SETTINGS.carrier_prefixes)
  })

  it('[ADMS-14] the default settings apply without a database', async () => {
    const unreachable = testKernel('postgres://app:x@127.0.0.1:1/nothing')
    const settings = createSettings(unreachable.kernel)
    unreachable.beginStop()
    await settings.reads.ready()
    expect(settings.reads.current()).toEqual(DEFAULT_SETTINGS)
    await unreachable.stop()
  })
})

describe('GET /api/settings', () => {
  it('[OPS-02] GET /api/settings returns only public settings to visitors, with an ETag', async () => {
    const visitor = here.browser()
    const answer = await visitor.get('/api/settings')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      bettingEnabled: true,
      minBetAmount: 1_000,
      minimumAge: 25,
      supportPhone: '',
      supportEmail: 'support@mupiira.example',
      firstDepositRule: 'balance',
      demoMoney: false,
    })
    for (const secret of ['overround', 'cashoutMargin', 'fourEyes', 'SecondFactor']) {
      expect(answer.text).not.toContain(secret)
    }
    const again = await visitor.get('/api/settings', { headers: { 'if-none-match': String(answer.headers['etag']) } })
    expect(again.status).toBe(304)
    await change('maintenance_mode', true)
    expect((await visitor.get('/api/settings')).body).toMatchObject({ maintenanceMode: true })
  })
})
