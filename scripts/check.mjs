import { enter } from './bootstrap.mjs'

enter('check.ts')
