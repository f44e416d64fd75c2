import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../running/folders.ts'
import { MONEY_MODULES, moneyFilesOf } from './money-files.ts'

it.each(MONEY_MODULES)('every file of %s whose mutants are tested exists', (module) => {
  const files = moneyFilesOf(module) ?? []
  expect(files).not.toEqual([])
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
