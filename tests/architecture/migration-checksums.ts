/**
 * The SHA-256 checksum of each migration. A database refuses to start if an applied migration has changed, even in a
 * comment. So a new migration adds its line here, and no line ever changes.
 */
export const MIGRATION_CHECKSUMS: Readonly<Record<string, string>> = {
  '0001-roles.sql': 'e5acd1a65221e54f8d69a2706b07f00d3f4221712f5c0a1a013667e5ad2cc06c',
  '0002-kernel.sql': 'd699a5db1e1ff837f7304a73b93c7d941ef2c1f417db891fbedfb26b7efbf542',
  '0003-settings.sql': '81304e4438aa0cab53105a51917a5a09ddfed09d8c73ec2d3a42540c56a2b7fa',
  '0004-identity.sql': 'b3d13df7d52c696da75ab3dfe3a774d64f4f5da662a5c4e28406c7d744710e58',
  '0005-wallet.sql': 'ddf23621641eaaf3dfb06cb2048262fad2a029bb707c006721c0719a7d44ca3d',
  '0006-protection.sql': '139a65efb4c94a26970dab2f6728b7f01478b1642e2e0329c566ececf83fdb6a',
  '0007-catalogue.sql': '0ff88306148a9031541b194ec5a8b8ecc58d34e70a43eff20f37991a2fd7971e',
  '0008-payments.sql': '60dfb5da16ceb3c6722f6787433f3a01d990ffd3cb87b3a15657d5197d75d048',
  '0009-betting.sql': '7cb591f342e521e9f58356336e8f44502d02fe0c4af4f928c6e72c46ff1a7f0c',
  '0010-settlement.sql': 'fc6d57c8b7cffc866e4c7613fb5664134cf1968cf4348e784046b3b5a8cefe90',
  '0011-cashout.sql': 'f58adaf1f201f19e97771464d800ce68d880c4e2f0fd91949c7b268a3c61df9d',
  '0012-notifications.sql': 'd58060ebdb1cdbc4f4f2d9e90dd69163d07370eaa2d16fcd940f0d684cea65a8',
  '0013-aviator.sql': '3fb2f00a04f46d90991ca389aa1d3a6dacdc1b8c6fb3338cfaa0763a8200a5b4',
  '0014-chat.sql': 'c2bff87f51096ea7f90a70a7a469d8b96aec2a1af6694ef595887db0d8031cad',
  '0015-admin.sql': 'f5486a3811986ee6d4527eb57e6bf5661d04119908df022fa7c8cce83df9e3ac',
  '0016-search-names.sql': '27b107359fc519b381ffbaeb684af24cb471da618344fc8796ed5ff04e628ceb',
  '0017-privacy.sql': '5c9a8da91b0d38c325a15dc3cc37303182ea9f33f4b7dbe17e3b7abf2431f4a1',
  '0018-player-role.sql': '03cdf9a549801dd30c1e4271d8fb5006a656cd89e7dcd750beb9ac7b5ad519ab',
  '0019-delayed-bets.sql': 'e3495c54eaaa4f92e01fe1e00e1f710b98bddd246b564ac0b34260c84923f789',
  '0020-partial-cashout.sql': 'df0bccf09c4652ea2b2cb671031586387576283afc1f18a7c0bdb8404195de95',
  '0021-match-minute.sql': '3e0f31fb227cb9c0a6abcb6f30876baa08ffec72c283a4aa991cdaf2c0fd3001',
  '0022-automatic-cashout.sql': 'df914da504120341645a539a9f9e499763b4ef8a7d915f16446e5be537d63079',
  '0023-price-facts.sql': '2c483ae2a80f9bc9ab6e7e8d291b8386a0ed37135b0ebb4dd5c96fdb48ff5978',
  '0024-older-releases.sql': 'd171ed4770fd72422273828e4ecb79aae31c8df1c95b4f86e4f5b588de2e42ef',
  '0025-suspension-times.sql': '1186024d37fa7c88ae8e3f3905f4464fe860f1e4ce5dd539f1dd519bfb60aeab',
  '0026-alerts.sql': '1d1b46587578349ba1cb841f61b3d239a4fe2627d6292e8c1dec6e59a568b443',
  '0027-courtsiding.sql': '774d7a837fd8676e93a53a7738ef7431b03c988aee8ee84d7632648cb2b18d6a',
  '0028-ids-in-errors.sql': 'a07047959dba8786da33be4f6f95be628e7b1c272085ae5d46434724a1c73008',
}
