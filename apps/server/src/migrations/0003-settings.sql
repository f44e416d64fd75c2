
-- Settings as text. Types, ranges and initial values are in packages/domain/src/settings.
create table admin_settings (
  id uuid primary key,
  setting_key text not null unique,
  setting_value text not null,
  description text not null default '',
  updated_at timestamptz not null,
  updated_by uuid
);

revoke delete on admin_settings from mupiira_app;
