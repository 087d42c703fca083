hearth/scripts/run

mkdir -p lamp/Sources/lamp && cd lamp
touch Package.swift Sources/lamp/main.swift
