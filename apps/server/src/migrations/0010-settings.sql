-- DATA-27. Values are texts (ADMS-10); types, ranges and first values are the domain's catalogue of settings.
create table admin_settings (
  id uuid primary key,
  setting_key text not null unique,
  setting_value text not null,
  description text not null default '',
  updated_at timestamptz not null,
  updated_by uuid
);

revoke delete, truncate on admin_settings from mupiira_app;
