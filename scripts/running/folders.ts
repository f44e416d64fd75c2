import { join } from 'node:path'

/** The folder of the clone. */
export const root = join(import.meta.dirname, '../..')

/** What a running product keeps: database, secrets, logs. Tests of `npm start` have one of their own. */
export const dataFolder = process.env['MUPIIRA_DATA'] || join(root, '.data')
