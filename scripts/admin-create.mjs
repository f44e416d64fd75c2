import { enter } from './bootstrap.mjs'

enter('admin-create.ts')
