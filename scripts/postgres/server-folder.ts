import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClusterLocation } from './location.ts'
import { runProgram } from './program.ts'

export const superuser = 'mupiira_super'

export type Passwords = { readonly superuser: string; readonly owner: string; readonly app: string }

/** One server's folder with its data and its generated passwords. */
export type Server = {
  readonly location: ClusterLocation
  readonly folder: string
  readonly data: string
  readonly passwords: Passwords
}

/** Creates the data folder if it is missing. The folder is renamed last, so an interrupted creation starts again. */
export async function prepareFolder(location: ClusterLocation, folder: string): Promise<Server> {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'passwords.json')
  if (existsSync(data)) {
    if (!existsSync(passwordFile)) throw new Error(`${passwordFile} is missing, so ${data} cannot be opened.`)
    return { location, folder, data, passwords: JSON.parse(readFileSync(passwordFile, 'utf8')) as Passwords }
  }
  const draw = (): string => randomBytes(24).toString('base64url')
  const passwords: Passwords = { superuser: draw(), owner: draw(), app: draw() }
  writeFileSync(passwordFile, JSON.stringify(passwords), { mode: 0o600 })
  const server = { location, folder, data, passwords }
  await createFiles(server)
  return server
}

/** Deletes everything that the folder contained before. */
export async function createFiles({ location, data, passwords }: Server): Promise<void> {
  const unfinished = `${data}.unfinished`
  rmSync(data, { recursive: true, force: true })
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const passwordFile = `${data}.password`
  writeFileSync(passwordFile, passwords.superuser, { mode: 0o600 })
  if (location.account)
    for (const path of [unfinished, passwordFile]) chownSync(path, location.account.uid, location.account.gid)
  const created = await runProgram(
    join(location.native, 'bin', 'initdb'),
    [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    location.account,
  )
  rmSync(passwordFile)
  if (created.code !== 0) throw new Error(`The database could not be created in ${data}:\n${created.output}`)
  renameSync(unfinished, data)
}
