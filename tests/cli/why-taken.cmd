./mad why hex S@e5 --play e5
