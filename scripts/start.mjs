import { enter } from './bootstrap.mjs'

enter('start.ts')
