import { join } from 'node:path'

/** The folder of the clone. */
export const root = join(import.meta.dirname, '../..')

/** Data of a running product: database, secrets, logs. Tests of `npm start` use a separate folder. */
export const dataFolder = process.env['MUPIIRA_DATA'] || join(root, '.data')
