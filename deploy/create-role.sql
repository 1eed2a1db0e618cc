-- Run once by the database's image, when its volume is new: the app's role, which owns its database and nothing else.
\getenv password APP_PASSWORD
create role caderneta login nosuperuser nocreatedb nocreaterole password :'password';
create database caderneta owner caderneta;
revoke all on database caderneta from public;
