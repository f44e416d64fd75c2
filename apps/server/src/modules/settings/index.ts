import { isDeepStrictEqual } from 'node:util'
import { presentPublicSettings } from '@mupiira/contract/settings.ts'
import { DEFAULT_SETTINGS } from '@mupiira/domain/settings/catalogue.ts'
import { ok } from '@mupiira/domain/result.ts'
import { settingsFrom } from '@mupiira/domain/settings/parse.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import type { Tx } from '../../kernel/db/sql.ts'
import type { Route } from '../../kernel/http/route.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { settingsAdminRoutes, type SettingsAdminDeps } from './admin-routes.ts'
import { type SettingChange, changeSettings, evaluateSettings } from './change-settings.ts'
import { settingsRoutes } from './routes.ts'
import { insertMissing, readAll } from './settings.repository.ts'

export type { RefusedSetting } from './change-settings.ts'
export type { ChangedSince } from './request-change.ts'

const CHECK_EVERY_MS = 400
/** Reread after this time even if no change was reported. Real time, independent of the business clock. */
const REREAD_AFTER_MS = 3_000
const ENSURE_ATTEMPTS = 3
const ENSURE_PAUSE_MS = 1_000

/** The settings, cached in the process. */
export function createSettings(kernel: Kernel) {
  const { db, outbox, log, config } = kernel
  // In production staff need a second factor by default, also while the settings cannot be read.
  const first: Settings = config.production ? { ...DEFAULT_SETTINGS, admin_second_factor: true } : DEFAULT_SETTINGS
  let latest: Settings = first
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null
  let hasChangedSince = false

  async function reread(): Promise<void> {
    do {
      hasChangedSince = false
      const read = settingsFrom(await readAll(db), first)
      readAtMs = performance.now()
      // A change during the read may be newer than the values that were read.
      if (hasChangedSince) continue
      // Keep the same object if nothing changed: prices and cached bodies depend on it.
      if (!isDeepStrictEqual(read, latest)) latest = read
    } while (hasChangedSince)
  }

  /** Rereads the settings, one read at a time. A change during a read causes another one. */
  function refresh(): Promise<void> {
    if (reading !== null) hasChangedSince = true
    reading ??= reread()
      .catch((error: unknown) => {
        // The previous values stay valid, and the next check tries again.
        readAtMs = performance.now()
        log.warn({ err: error }, 'settings could not be read')
      })
      .finally(() => (reading = null))
    return reading
  }

  /** Writes the settings that the database lacks, and reads them all; tried up to 3 times. */
  async function start(): Promise<void> {
    for (let attempt = 1; attempt <= ENSURE_ATTEMPTS && !kernel.stopping.aborted; attempt++) {
      try {
        await insertMissing(db, first, kernel.clock.now())
        return await refresh()
      } catch (error) {
        log.warn({ err: error, attempt }, 'settings could not be written')
        await new Promise((resolve) => setTimeout(resolve, ENSURE_PAUSE_MS))
      }
    }
  }
  const started = start()

  outbox.subscribe(({ events }) => {
    if (events.some((event) => event.type === 'settings-changed')) void refresh()
  })

  // While the relay is late, a change on another node is found within a second by reading.
  kernel.jobs.every(
    'refresh-settings',
    CHECK_EVERY_MS,
    async () => {
      const isLate = outbox.currentSince() === Number.POSITIVE_INFINITY
      if (isLate || performance.now() - readAtMs > REREAD_AFTER_MS) await refresh()
    },
    { leaderOnly: false },
  )

  function current(): Settings {
    if (reading === null && performance.now() - readAtMs > REREAD_AFTER_MS) void refresh()
    return latest
  }

  /** The result of changes, or why they are refused. Stores nothing. */
  async function evaluateAll(tx: Tx, changes: readonly SettingChange[]) {
    const evaluated = await evaluateSettings(tx, changes)
    return evaluated.ok ? ok(evaluated.value.changed) : evaluated
  }

  async function changeAll(tx: Tx, changes: readonly SettingChange[], actorId: string, now: Date) {
    const done = await changeSettings(tx, outbox, changes, actorId, now)
    if (!done.ok) return done
    tx.afterCommit(() => {
      latest = done.value.after
      void refresh()
    })
    return ok(done.value.changed)
  }

  return {
    routes: settingsRoutes(kernel, current),
    commands: {
      /**
       * Validates, stores and publishes. Takes effect on this node at the commit, and on other nodes with the event.
       */
      changeAll,
    },
    reads: {
      /** Resolves after the first read, successful or not; without one the defaults apply (ADMS-14). */
      ready: (): Promise<void> => started,
      /** The current settings. This call never waits. */
      current,
      /** Rereads the settings, which another node may have changed. */
      refresh,
      publicSettings: () => presentPublicSettings(current(), config),
    },
    administration: {
      /** Routes for staff. Approvals belong to the console. */
      routes: (deps: Pick<SettingsAdminDeps, 'approvals' | 'audit' | 'countEffect' | 'namesOf'>): readonly Route[] =>
        settingsAdminRoutes({ ...deps, clock: kernel.clock, db, evaluateAll, changeAll }),
    },
  }
}

export type SettingsApi = ReturnType<typeof createSettings>
