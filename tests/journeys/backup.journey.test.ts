import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_COOKIE } from '../support/client.ts'
import { MAINTENANCE_ERROR, setMaintenance } from '../support/maintenance.ts'
import { deposit, type Player, registerPlayer, until, withdraw } from '../support/player.ts'
import { type Product, startProduct } from '../support/product.ts'
import { recordedLines } from '../support/recorded-lines.ts'
import { runEntry } from '../support/spawned-server.ts'
import { registerStaff } from '../support/staff.ts'
import { type StartedPostgres, fullPostgres } from '../support/full-postgres.ts'
import { untilSealed } from './ledger-proof.ts'
import { queryDatabase } from '../support/query-database.ts'
import { asPlaced } from '../support/place-bet.ts'

// Backs up and restores with the commands of docs/runbooks/running.md.

const SESSION_SECRET = 'quietly-grazing-crested-cranes-at-dawn'
const STAKE = 25_000

const programs = fullPostgres()

describe.runIf(programs !== null)('backup and restore', () => {
  const { run, start } = programs as NonNullable<typeof programs>
  const folder = mkdtempSync(join(tmpdir(), 'mupiira-backup-'))
  const dump = join(folder, 'mupiira.dump')
  let database: StartedPostgres
  /** The empty server that the backup is restored to. */
  let fresh: StartedPostgres
  let product: Product
  let player: Player
  let gameId: string
  /** The ticket of a bet confirmed before the backup began. */
  let ticketId: string

  const place = ({ client }: Pick<Player, 'client'>) =>
    client.call('POST /api/bets', {
      body: {
        stake: STAKE,
        acceptOddsChanges: true,
        selections: [{ gameId, market: '1x2', selection: '1', odds: 1.01 }],
      },
    })
  const seals = join(folder, 'seals')
  const isAsBackedUp = () => spawnSync('sha256sum', ['-c', 'mupiira.dump.sha256'], { cwd: folder }).status === 0
  beforeAll(async () => {
    ;[database, fresh] = await Promise.all([start(), start()])
    const matches = recordedLines(2)
    product = await startProduct({ matches, kickoffInSeconds: 7_200, database, env: { SESSION_SECRET } })
    player = await registerPlayer(product, '775123460')
    await deposit(player, 3_000_000)
    await withdraw(player, 50_000)
    // Staff actions write to the audit log.
    const staff = await registerStaff(product, '772940020')
    await setMaintenance(staff, true)
    await setMaintenance(staff, false)
    gameId = await until('a game is on offer', async () => {
      const { items } = await player.client.must('GET /api/games', { query: { status: 'open' } })
      return items[0]?.id
    })
    const reply = await place(player)
    ticketId = reply.ok ? asPlaced(reply.body).ticket.id : reply.response.text
    // After a restart, the new leader seals all rows immediately.
    await product.terminate()
    await product.restart()
    await untilSealed(product)
    await until(
      'the audit log is sealed',
      async () => (await queryDatabase(product, 'select from audit_seals')).length > 0,
    )
  })
  afterAll(async () => {
    await product?.close()
    await Promise.all([database?.close(), fresh?.close()])
    rmSync(folder, { recursive: true, force: true })
  })

  it('[OPS-09] a backup taken while bets are being placed restores a valid ledger and audit log', async () => {
    let isOver = false
    const placing = (async () => {
      for (let placed = 0; !isOver && placed < 40; placed++) expect(await place(player)).toMatchObject({ ok: true })
    })()
    cpSync(product.sealsFolder, seals, { recursive: true })
    const taken = await run('pg_dump', ['-Fc', '-d', database.adminUrl, '-f', dump])
    isOver = true
    await placing
    expect(taken).toEqual({ code: 0, output: '' })
    writeFileSync(`${dump}.sha256`, execFileSync('sha256sum', ['mupiira.dump'], { cwd: folder }))

    expect(await run('pg_restore', ['--exit-on-error', '-d', fresh.adminUrl, dump])).toEqual({ code: 0, output: '' })
    const proofs = ['apps/server/src/ledger-check.ts', 'apps/server/src/audit-verify.ts'].map((entry) =>
      runEntry(entry, {
        NODE_ENV: 'test',
        DATABASE_URL: fresh.url,
        DATABASE_ADMIN_URL: fresh.adminUrl,
        SEALS_DIR: seals,
      }),
    )
    expect(await Promise.all(proofs)).toEqual([
      { code: 0, output: expect.stringContaining('the ledger is valid') },
      { code: 0, output: expect.stringMatching(/^[2-9]\d* rows, [1-9]\d* sealed blocks: the audit log is unchanged/) },
    ])
  })

  it('[OPS-09] a server on the restored backup has valid sessions and tickets, and accepts no bets until staff enables betting', async () => {
    const shut = `update admin_settings set setting_value = 'true' where setting_key = 'maintenance_mode'`
    await queryDatabase({ database: fresh }, shut)
    const again = await startProduct({ database: fresh, env: { SESSION_SECRET, SEALS_DIR: seals } })
    try {
      const client = again.client(1, player.client.cookie(SESSION_COOKIE))
      const ticket = await client.must('GET /api/bets/{id}', { params: { id: ticketId } })
      expect(ticket).toMatchObject({ id: ticketId, totalStake: STAKE })
      const refused = await place({ client })
      expect(refused.ok ? refused.body : refused.problem).toMatchObject(MAINTENANCE_ERROR)
    } finally {
      await again.close()
    }
  })

  it('[OPS-09] the restore rejects a backup file in which one byte was changed', () => {
    expect(isAsBackedUp()).toBe(true)
    const bytes = readFileSync(dump)
    bytes[50_000] = ~(bytes[50_000] ?? 0)
    writeFileSync(dump, bytes)
    expect(isAsBackedUp()).toBe(false)
  })
})
