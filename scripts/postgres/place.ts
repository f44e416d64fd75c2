import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, databaseAccount } from './account.ts'
import { copyBinaries, packagedBinaries } from './binaries.ts'
import { runProgram } from './program.ts'

/** Where the programs and the databases of one clone are, and who runs them. */
export type Place = { readonly native: string; readonly home: string; readonly account: Account }

/** Only root comes here (it runs the database as somebody else), and root may always write here. */
const outside = '/var/tmp'

/**
 * The clone's own `.data`, or, where the database's account cannot reach the clone, a folder outside it that
 * `.data/postgres-location` names.
 */
export async function choosePlace(own: string): Promise<Place> {
  const account = databaseAccount()
  const native = packagedBinaries()
  mkdirSync(own, { recursive: true })
  if (account === undefined) return { native, home: own, account }
  if (await isReachable(native, own, account)) return { native, home: own, account }
  const home = outsideHome(own)
  return { native: copyBinaries(native, home), home, account }
}

/** Tried instead of computed from mode bits: access lists, mounts and umasks all have a say. */
async function isReachable(native: string, own: string, account: Account): Promise<boolean> {
  chmodSync(own, 0o755)
  const started = await runProgram(join(native, 'bin', 'postgres'), ['--version'], account)
  if (started.code !== 0) return false
  const listed = await runProgram('/bin/ls', [own, join(native, 'share', 'postgresql')], account)
  return listed.code === 0
}

function outsideHome(own: string): string {
  const note = join(own, 'postgres-location')
  const prefix = `mupiira-${createHash('sha256').update(own).digest('hex').slice(0, 10)}-`
  if (existsSync(note)) {
    const noted = readFileSync(note, 'utf8').trim()
    if (noted.startsWith(join(outside, prefix)) && existsSync(noted)) return noted
  }
  removeForgotten(prefix)
  const home = mkdtempSync(join(outside, prefix))
  chmodSync(home, 0o711)
  writeFileSync(note, `${home}\n`)
  return home
}

/** Folders of an earlier clone at the same path, which is gone with its `.data`. A server still running there notices and stops. */
function removeForgotten(prefix: string): void {
  for (const name of readdirSync(outside)) {
    if (name.startsWith(prefix)) rmSync(join(outside, name), { recursive: true, force: true })
  }
}
