import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseAccount } from '../../scripts/postgres/account.ts'
import { type Outcome, runProgram } from '../../scripts/postgres/program.ts'
import { ensureDatabase, ensureRoles } from '../../scripts/postgres/roles.ts'
import { createFiles, superuser } from '../../scripts/postgres/server-folder.ts'
import { installPackage, mayInstall } from './distribution.ts'
import { freePort } from './free-port.ts'

/** The distribution's PostgreSQL with all its programs. The npm package has no `pg_dump`. */
export type FullPostgres = {
  /** Starts a separate server with the roles and the empty database of the runbook. */
  readonly start: () => Promise<StartedPostgres>
  readonly run: (program: string, args: readonly string[]) => Promise<Outcome>
}

export type StartedPostgres = {
  readonly url: string
  readonly adminUrl: string
  readonly close: () => Promise<void>
}

const VERSIONS = '/usr/lib/postgresql'
const OLDEST = 15
const DATABASE = 'mupiira'

/**
 * The newest installed version, or one installed now if allowed; throws if that fails. Null, with a warning, only where
 * packages must not be installed.
 */
export function fullPostgres(): FullPostgres | null {
  const folder = installed() ?? (mayInstall() ? install() : null)
  if (folder === null) {
    console.warn('Backup tests are skipped: install PostgreSQL 15 or newer (Debian: apt-get install postgresql).')
    return null
  }
  const run = (program: string, args: readonly string[]) => runProgram(join(folder, 'bin', program), args, undefined)
  return { run, start: () => start(folder) }
}

function installed(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : []
  const full = versions.filter(
    (version) =>
      version >= OLDEST &&
      ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore'].every((name) => existsSync(`${VERSIONS}/${version}/bin/${name}`)),
  )
  return full.length === 0 ? null : join(VERSIONS, String(Math.max(...full)))
}

function install(): string {
  installPackage('postgresql')
  const folder = installed()
  if (folder === null) throw new Error(`postgresql was installed, and has no PostgreSQL ${OLDEST} in ${VERSIONS}`)
  return folder
}

async function start(native: string): Promise<StartedPostgres> {
  const account = databaseAccount()
  const folder = mkdtempSync(join(tmpdir(), 'mupiira-postgres-'))
  const passwords = { superuser: 'of-this-test', owner: 'of-this-test', app: 'of-this-test' }
  const server = {
    location: { native, home: folder, account },
    folder,
    data: join(folder, 'of-account', 'data'),
    passwords,
  }
  mkdirSync(join(folder, 'of-account'))
  for (const path of [folder, join(folder, 'of-account')]) if (account) chownSync(path, account.uid, account.gid)
  await createFiles(server)
  const port = await freePort()
  const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  const control = (...args: string[]) =>
    runProgram(join(native, 'bin', 'pg_ctl'), ['-w', '-s', '-D', server.data, ...args], account)
  const started = await control('start', '-l', join(folder, 'server.log'), '-o', flags)
  if (started.code !== 0) throw new Error(`PostgreSQL did not start: ${started.output}`)
  const urlOf = (role: string, database: string) => `postgres://${role}:of-this-test@127.0.0.1:${port}/${database}`
  await ensureRoles(urlOf(superuser, 'postgres'), passwords)
  await ensureDatabase(urlOf(superuser, 'postgres'), DATABASE)
  return {
    url: urlOf('mupiira_app', DATABASE),
    adminUrl: urlOf('mupiira_owner', DATABASE),
    async close() {
      await control('stop', '-m', 'immediate')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
