import { enter } from './bootstrap.mjs'

enter('prove.ts')
