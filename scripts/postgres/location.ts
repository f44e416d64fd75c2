import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, databaseAccount } from './account.ts'
import { copyBinaries, packagedBinaries } from './binaries.ts'
import { runProgram } from './program.ts'

/** The programs and databases of one clone, and the account that runs them. */
export type ClusterLocation = { readonly native: string; readonly home: string; readonly account: Account }

/** Only root uses this folder (the database runs under another account), and root can always write to it. */
const outside = '/var/tmp'

/** A file system in memory, if the system has one. */
const memory = '/dev/shm'
/** Many times the space that the tests of one clone need. */
const NEEDED_BYTES = 4 * 2 ** 30

/**
 * The clone's own `.data`, or, if the database's account cannot reach the clone, a folder outside it that
 * `.data/postgres-location` names. Disposable databases are in memory if there is room: a copy consists of
 * hundreds of files, which are slow to create on a disk while other copies are removed.
 */
export async function chooseLocation(own: string, durable: boolean): Promise<ClusterLocation> {
  const account = databaseAccount()
  const packaged = packagedBinaries()
  mkdirSync(own, { recursive: true })
  const isOurs = account === undefined || (await isReachable(packaged, own, account))
  const disk = isOurs ? own : outsideHome(own)
  const inMemory = join(memory, nameOf(own))
  const home = durable || !hasFreeSpace() || !isOwnFolder(inMemory) ? disk : inMemory
  return { native: isOurs ? packaged : copyBinaries(packaged, disk), home, account }
}

function hasFreeSpace(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= NEEDED_BYTES
}

/**
 * Creates the folder if it is missing, and returns whether it belongs to this account. In a world-writable location
 * another account may have created something else under its name.
 */
export function isOwnFolder(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { recursive: true })
  const found = lstatSync(path)
  return found.isDirectory() && found.uid === process.getuid?.()
}

/** The name of the clone's folder among those of other clones. */
const nameOf = (own: string): string => `mupiira-${createHash('sha256').update(own).digest('hex').slice(0, 10)}`

/** Tests access instead of computing it from mode bits, because access lists, mounts and umasks also matter. */
async function isReachable(native: string, own: string, account: Account): Promise<boolean> {
  chmodSync(own, 0o755)
  const started = await runProgram(join(native, 'bin', 'postgres'), ['--version'], account)
  if (started.code !== 0) return false
  const listed = await runProgram('/bin/ls', [own, join(native, 'share', 'postgresql')], account)
  return listed.code === 0
}

function outsideHome(own: string): string {
  const note = join(own, 'postgres-location')
  const prefix = `${nameOf(own)}-`
  if (existsSync(note)) {
    const noted = readFileSync(note, 'utf8').trim()
    if (noted.startsWith(join(outside, prefix)) && existsSync(noted)) return noted
  }
  removeAbandonedFolders(prefix)
  const home = mkdtempSync(join(outside, prefix))
  chmodSync(home, 0o711)
  writeFileSync(note, `${home}\n`)
  return home
}

/**
 * Removes the folders of an earlier clone at the same path, whose `.data` no longer exists. A server that still runs
 * there detects this and stops.
 */
function removeAbandonedFolders(prefix: string): void {
  for (const name of readdirSync(outside)) {
    if (name.startsWith(prefix)) rmSync(join(outside, name), { recursive: true, force: true })
  }
}
