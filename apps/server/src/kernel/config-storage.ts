import { Type } from 'typebox'

const text = Type.String({ minLength: 1 })

/** Where images of customer care lie: a bucket when `S3_ENDPOINT` is given, which then needs all of its own; else a folder. */
export const storage = {
  STORAGE_DIR: Type.String({ minLength: 1, default: '.data/storage' }),
  S3_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://.+' })),
  S3_REGION: Type.String({ minLength: 1, default: 'us-east-1' }),
  S3_BUCKET: Type.Optional(text),
  S3_ACCESS_KEY_ID: Type.Optional(text),
  S3_SECRET_ACCESS_KEY: Type.Optional(text),
} as const

type Given = { readonly [name: string]: string | undefined }

const NEEDED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

export type S3Config = {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export type StorageConfig = { readonly folder: string; readonly s3: S3Config | null }

export function storageFaults(given: Given): string[] {
  if (given['S3_ENDPOINT'] === undefined) return []
  return NEEDED.flatMap((name) => (given[name] === undefined ? [`${name} is missing: S3_ENDPOINT needs it`] : []))
}

/** The faults were told before. */
export function storageConfigOf(env: Given, folder: string): StorageConfig {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (endpoint === undefined || region === undefined || bucket === undefined) return { folder, s3: null }
  if (accessKeyId === undefined || secretAccessKey === undefined) return { folder, s3: null }
  return { folder, s3: { endpoint: endpoint.replace(/\/$/, ''), region, bucket, accessKeyId, secretAccessKey } }
}
