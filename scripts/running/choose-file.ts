import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'

/** Returns the file of that name in the folder, or exits with the list of available names. */
export function chooseFile(folder: string, ending: string, name: string | undefined, verb: string): string {
  const path = join(root, folder)
  const files = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith(ending)) : []
  const names = files.map((file) => file.slice(0, -ending.length)).sort()
  if (name !== undefined && names.includes(name)) return `${folder}/${name}${ending}`
  console.error(
    `${name === undefined ? 'Which one?' : `There is no ${name}.`} npm run ${verb} -- NAME, where NAME is one of:`,
  )
  for (const known of names) console.error(`  ${known}`)
  return process.exit(1)
}
