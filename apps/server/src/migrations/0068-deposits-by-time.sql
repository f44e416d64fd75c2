-- Deposits of a player in a period are counted when he asks for another one and has limited them (PLAY-01).
create index transactions_deposits_at on transactions (user_id, created_at) where type = 'deposit';
