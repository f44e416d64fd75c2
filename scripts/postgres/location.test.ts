import { afterEach, beforeEach, expect, it } from 'vitest'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOwnFolder } from './location.ts'

let shared: string
beforeEach(() => void (shared = mkdtempSync(join(tmpdir(), 'location-'))))
afterEach(() => rmSync(shared, { recursive: true }))

it('the database folder is created in a shared directory, and found again', () => {
  for (let start = 0; start < 2; start++) expect(isOwnFolder(join(shared, 'ours'))).toBe(true)
})

it('a database folder of the same name that another account created is ignored', () => {
  mkdirSync(join(shared, 'elsewhere'))
  symlinkSync(join(shared, 'elsewhere'), join(shared, 'link'))
  writeFileSync(join(shared, 'file'), '')
  for (const name of ['link', 'file']) expect(isOwnFolder(join(shared, name))).toBe(false)
})
